/** Sends due deliveries. Nodes claim their share; expired claims of a crashed node are taken over. */
import { defined } from '../../contract/defined.ts'
import type { Store } from '../../store/store.ts'
import type { DeliveryRow, DeliveryTry, WebhookRow } from '../../store/webhooks.ts'
import { guardedRequest, type Resolve } from '../addresses/guarded_request.ts'
import { targetOf } from '../addresses/target.ts'
import { describeError, type Log } from '../telemetry/log.ts'
import { nextTryAt } from './schedule.ts'
import { signatureHeaders } from './signature.ts'

/** Concurrent deliveries. A slow target blocks one of them, not all. */
const CONCURRENCY = 16
/** Longer than the timeout of a try. */
const CLAIM_MS = 60_000
const GONE = 410
const PROBLEM_CHARS = 200
/** Recent deliveries without a success before a target is disabled. */
const RECENT_DELIVERIES = 50

export interface SenderOptions {
  readonly store: Store
  readonly log: Log
  readonly allowPrivate: boolean
  readonly userAgent: string
  now(): number
  readonly random?: () => number
  readonly resolve?: Resolve
  readonly timeoutMs?: number
  /** Aborts running deliveries at shutdown; another node or the next start retries them. */
  readonly signal?: AbortSignal
}

export interface WebhookSender {
  /** Sends all due deliveries; returns how many were tried. */
  run(): Promise<number>
  /** Tries one delivery now. */
  deliver(webhook: WebhookRow, delivery: DeliveryRow, retries: boolean): Promise<DeliveryRow>
}

export function openSender(options: SenderOptions): WebhookSender {
  const { store, log, now, random = Math.random } = options

  async function attempt(webhook: WebhookRow, delivery: DeliveryRow): Promise<DeliveryTry> {
    const at = now()
    const startedAt = performance.now()
    const tried = (status: number | null, problem: string): DeliveryTry => ({
      at,
      status,
      ms: Math.round(performance.now() - startedAt),
      problem: problem.slice(0, PROBLEM_CHARS),
    })
    try {
      const { status } = await guardedRequest({
        url: targetOf(webhook.url, options.allowPrivate),
        headers: {
          'content-type': 'application/json',
          'user-agent': options.userAgent,
          ...signatureHeaders(secretsOf(webhook, at), delivery.eventId, at, delivery.body),
        },
        body: delivery.body,
        allowPrivate: options.allowPrivate,
        ...(options.resolve && { resolve: options.resolve }),
        ...defined({ timeoutMs: options.timeoutMs }),
        ...(options.signal && { signal: options.signal }),
      })
      if (status >= 200 && status < 300) return tried(status, '')
      return tried(
        status,
        status >= 300 && status < 400 ? 'redirects are not followed' : `the target returned ${status}`,
      )
    } catch (error) {
      return tried(null, messageOf(error))
    }
  }

  async function deliver(webhook: WebhookRow, delivery: DeliveryRow, retries: boolean): Promise<DeliveryRow> {
    const attempted = await attempt(webhook, delivery)
    // It is unknown whether an aborted try arrived, so it does not count; receivers deduplicate by event id.
    if (options.signal?.aborted && attempted.problem !== '') return delivery
    const tries = [...delivery.tries, attempted]
    const isDelivered = attempted.problem === ''
    const nextAt =
      isDelivered || !retries || attempted.status === GONE ? null : nextTryAt(tries.length, now(), random())
    const state = isDelivered ? 'delivered' : nextAt === null ? 'failed' : 'pending'
    await store.webhooks.recordAttempt(delivery.workspace, delivery.id, { state, nextAt, tries })
    if (attempted.status === GONE) await disable(webhook, 'The target returned 410 Gone.')
    else if (state === 'failed' && retries) await disableIfUnreachable(webhook)
    return { ...delivery, state, nextAt, tries }
  }

  /** After three days of failed tries, disables a target without any recent successful delivery. */
  async function disableIfUnreachable(webhook: WebhookRow): Promise<void> {
    const recent = await store.webhooks.deliveries(webhook.workspace, webhook.id, RECENT_DELIVERIES)
    if (recent.some(({ state }) => state === 'delivered')) return
    await disable(webhook, 'All deliveries failed for three days.')
  }

  async function disable(webhook: WebhookRow, disabledReason: string): Promise<void> {
    const { workspace, id, url } = webhook
    // A webhook with another URL by now has not failed.
    await store.webhooks.change(workspace, id, (held) =>
      held.enabled && held.url === url ? { ...held, enabled: false, disabledReason } : held,
    )
  }

  async function deliverDue(delivery: DeliveryRow): Promise<void> {
    const webhook = await store.webhooks.find(delivery.workspace, delivery.webhookId)
    if (webhook?.enabled) {
      await deliver(webhook, delivery, true)
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
    deliver,
    async run() {
      let count = 0
      for (;;) {
        const due = await store.webhooks.claimDue(CONCURRENCY, now(), now() + CLAIM_MS)
        const results = await Promise.allSettled(due.map(deliverDue))
        for (const result of results) {
          if (result.status === 'rejected')
            log.warn('saving a webhook delivery failed', describeError(result.reason))
        }
        count += due.length
        if (due.length < CONCURRENCY || options.signal?.aborted) return count
      }
    },
  }
}

export const secretsOf = ({ secret, oldSecret, oldUntil }: WebhookRow, at: number): string[] =>
  oldSecret !== null && oldUntil !== null && oldUntil > at ? [secret, oldSecret] : [secret]

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed'
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return 'the target did not respond in time'
  return `the request failed: ${error.message}`
}
