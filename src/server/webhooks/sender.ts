/**
 * Sends due deliveries. Workspaces take turns, and each webhook has only a few deliveries in flight, so that a target that
 * does not respond delays no other webhook. Nodes claim their share; expired claims of a crashed node are taken over.
 */
import { defined } from '../../contract/defined.ts'
import type { Store } from '../../store/store.ts'
import type { DeliveryRow, DeliveryTry, DeliveryWebhook, WebhookRow } from '../../store/webhooks.ts'
import { guardedRequest, type Resolve } from '../addresses/guarded_request.ts'
import { targetOf } from '../addresses/target.ts'
import { openSlots, type SlotLimit } from '../limits/slots.ts'
import { type Lane, openTurnQueue } from '../limits/turn_queue.ts'
import { describeError, type Log } from '../telemetry/log.ts'
import { addressOf, bodyFor } from './chat_message.ts'
import { nextTryAt } from './schedule.ts'
import { signatureHeaders } from './signature.ts'

/** Deliveries in flight on this node. */
const IN_FLIGHT = 64
const IN_FLIGHT_PER_WORKSPACE = 16
const IN_FLIGHT_PER_WEBHOOK = 8
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
  /** Begins to send all due deliveries. Does not wait for the targets. */
  start(): Promise<void>
  /** Resolves when no delivery is in flight and none is left to send. */
  idle(): Promise<void>
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
      const body = bodyFor(webhook.url, delivery.body)
      const { status } = await guardedRequest({
        url: targetOf(addressOf(webhook.url), options.allowPrivate),
        headers: {
          'content-type': 'application/json',
          'user-agent': options.userAgent,
          ...signatureHeaders(secretsOf(webhook, at), delivery.eventId, at, body),
        },
        body,
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

  /** Webhooks with due deliveries. */
  const due = openTurnQueue<Lane>()
  const queued = new Map<string, Lane>()
  const inFlight = openSlots()
  const sending = new Set<Promise<void>>()

  function enqueue({ workspace, webhookId }: DeliveryWebhook): void {
    const lane = { workspace, key: webhookId }
    if (queued.has(nameOf(lane))) return
    queued.set(nameOf(lane), lane)
    due.push(lane)
  }

  function dequeue(lane: Lane): void {
    due.remove(lane)
    if (queued.get(nameOf(lane)) === lane) queued.delete(nameOf(lane))
  }

  /** Uses all free slots. */
  function fill(): void {
    if (options.signal?.aborted) return
    for (;;) {
      const lane = due.take((one) => inFlight.free(limitsOf(one)) > 0)
      if (lane === undefined) return
      // Its next turn, unless the claim finds that it has no more.
      due.push(lane)
      const sent = send(lane, inFlight.free(limitsOf(lane))).finally(() => sending.delete(sent))
      sending.add(sent)
    }
  }

  async function send(lane: Lane, slots: number): Promise<void> {
    const { workspace, key: webhookId } = lane
    inFlight.take(limitsOf(lane), slots)
    let claimed: readonly DeliveryRow[] = []
    try {
      claimed = await store.webhooks.claimDue({ workspace, webhookId }, slots, now(), now() + CLAIM_MS)
    } catch (error) {
      log.warn('claiming webhook deliveries failed', describeError(error))
    }
    if (claimed.length < slots) dequeue(lane)
    inFlight.release(limitsOf(lane), slots - claimed.length)
    fill()
    await Promise.all(
      claimed.map(async (delivery) => {
        try {
          await deliverDue(delivery)
        } catch (error) {
          log.warn('saving a webhook delivery failed', describeError(error))
        }
        inFlight.release(limitsOf(lane))
        fill()
      }),
    )
  }

  return {
    deliver,
    async start() {
      for (const webhook of await store.webhooks.dueWebhooks(now())) enqueue(webhook)
      fill()
    },
    async idle() {
      while (sending.size > 0) await Promise.all(sending)
    },
  }
}

const nameOf = ({ workspace, key }: Lane) => `${workspace}/${key}`

const limitsOf = (lane: Lane): readonly SlotLimit[] => [
  ['', IN_FLIGHT],
  [lane.workspace, IN_FLIGHT_PER_WORKSPACE],
  [nameOf(lane), IN_FLIGHT_PER_WEBHOOK],
]

export const secretsOf = ({ secret, oldSecret, oldUntil }: WebhookRow, at: number): string[] =>
  oldSecret !== null && oldUntil !== null && oldUntil > at ? [secret, oldSecret] : [secret]

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed'
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return 'the target did not respond in time'
  return `the request failed: ${error.message}`
}
