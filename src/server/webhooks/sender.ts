/** Carries deliveries that are due, this node's share of them. What a node that died had taken is taken over later. */

import type { Store } from '../../store/store.ts'
import type { DeliveryRow, DeliveryTry, WebhookRow } from '../../store/webhooks.ts'
import { describeError, type Log } from '../base/log.ts'
import { guardedPost, type Resolve } from './guarded_post.ts'
import { nextTryAt } from './schedule.ts'
import { signatureHeaders } from './signature.ts'
import { targetOf } from './target.ts'

/** At a time; a slow target keeps one of these busy, not all. */
const AT_ONCE = 16
/** Longer than any try may take. */
const CLAIM_MS = 60_000
const GONE = 410
const PROBLEM_CHARS = 200
/** How far back to look for a sign of life before a target is given up. */
const LOOKED_BACK = 50

export interface SenderOptions {
  readonly store: Store
  readonly log: Log
  readonly allowPrivate: boolean
  readonly userAgent: string
  now(): number
  readonly chance?: () => number
  readonly resolve?: Resolve
  readonly timeoutMs?: number
  /** This node stops: what is under way is left to another, or to the next start. */
  readonly signal?: AbortSignal
}

export interface WebhookSender {
  /** Carries everything that is due; gives how many were tried. */
  run(): Promise<number>
  /** One try at one delivery, now. */
  carry(webhook: WebhookRow, delivery: DeliveryRow, retries: boolean): Promise<DeliveryRow>
}

export function openSender(options: SenderOptions): WebhookSender {
  const { store, log, now, chance = Math.random } = options

  async function attempt(webhook: WebhookRow, delivery: DeliveryRow): Promise<DeliveryTry> {
    const at = now()
    const begun = performance.now()
    const told = (status: number | null, problem: string): DeliveryTry => ({
      at,
      status,
      ms: Math.round(performance.now() - begun),
      problem: problem.slice(0, PROBLEM_CHARS),
    })
    try {
      const status = await guardedPost({
        url: targetOf(webhook.url, options.allowPrivate),
        headers: {
          'content-type': 'application/json',
          'user-agent': options.userAgent,
          ...signatureHeaders(secretsOf(webhook, at), delivery.eventId, at, delivery.body),
        },
        body: delivery.body,
        allowPrivate: options.allowPrivate,
        ...(options.resolve && { resolve: options.resolve }),
        ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
        ...(options.signal && { signal: options.signal }),
      })
      if (status >= 200 && status < 300) return told(status, '')
      return told(
        status,
        status >= 300 && status < 400 ? 'redirects are not followed' : `it answered ${status}`,
      )
    } catch (error) {
      return told(null, sentenceOf(error))
    }
  }

  async function carry(webhook: WebhookRow, delivery: DeliveryRow, retries: boolean): Promise<DeliveryRow> {
    const tried = await attempt(webhook, delivery)
    // Nobody knows whether it arrived: it counts as not tried, and its event's id tells a repetition.
    if (options.signal?.aborted && tried.problem !== '') return delivery
    const tries = [...delivery.tries, tried]
    const isDelivered = tried.problem === ''
    const nextAt =
      isDelivered || !retries || tried.status === GONE ? null : nextTryAt(tries.length, now(), chance())
    const state = isDelivered ? 'delivered' : nextAt === null ? 'failed' : 'pending'
    await store.webhooks.recordAttempt(delivery.workspace, delivery.id, { state, nextAt, tries })
    if (tried.status === GONE) await disable(webhook, 'It answered 410: it is gone for good.')
    else if (state === 'failed' && retries) await giveUpWhenDead(webhook)
    return { ...delivery, state, nextAt, tries }
  }

  /** Three days of tries in vain, and nothing else that arrived: nobody is there. */
  async function giveUpWhenDead(webhook: WebhookRow): Promise<void> {
    const recent = await store.webhooks.deliveries(webhook.workspace, webhook.id, LOOKED_BACK)
    if (recent.some(({ state }) => state === 'delivered')) return
    await disable(webhook, 'Nothing arrived there for three days.')
  }

  async function disable(webhook: WebhookRow, disabledReason: string): Promise<void> {
    const held = await store.webhooks.find(webhook.workspace, webhook.id)
    if (held?.enabled) await store.webhooks.save({ ...held, enabled: false, disabledReason })
  }

  async function carryDue(delivery: DeliveryRow): Promise<void> {
    const webhook = await store.webhooks.find(delivery.workspace, delivery.webhookId)
    if (webhook?.enabled) {
      await carry(webhook, delivery, true)
      return
    }
    const { tries } = delivery
    await store.webhooks.recordAttempt(delivery.workspace, delivery.id, {
      state: 'failed',
      nextAt: null,
      tries,
    })
  }

  return {
    carry,
    async run() {
      let carried = 0
      for (;;) {
        const due = await store.webhooks.claimDue(AT_ONCE, now(), now() + CLAIM_MS)
        const outcomes = await Promise.allSettled(due.map(carryDue))
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected')
            log.warn('a delivery could not be settled', describeError(outcome.reason))
        }
        carried += due.length
        if (due.length < AT_ONCE || options.signal?.aborted) return carried
      }
    },
  }
}

export const secretsOf = ({ secret, oldSecret, oldUntil }: WebhookRow, at: number): string[] =>
  oldSecret !== null && oldUntil !== null && oldUntil > at ? [secret, oldSecret] : [secret]

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it could not be reached'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'it did not answer in time'
  return `it could not be reached: ${error.message}`
}
