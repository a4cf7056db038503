/**
 * Finds what is to be told and puts it in the queue. What was told is remembered with the session or analysis itself:
 * a process that dies in between leaves it untold, and telling it twice makes the same delivery once.
 */
import { SESSION_IDLE_MS } from '../../contract/limits.ts'
import type { PendingSession } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookRow } from '../../store/webhooks.ts'
import { typingUrl } from '../survey/typing_url.ts'
import { deliveryOf, flaggedEvent, type PendingEvent, sessionEvents } from './events.ts'

const AT_ONCE = 200
const CLAIM_MS = 60_000
/** Made up, whoever made it: nobody is called for it. */
const SILENT_TAGS = ['demo', 'welcome']

export interface OutboxOptions {
  readonly store: Store
  now(): number
  publicUrl(): string
}

/** Gives how many events were put in the queue. */
export type Outbox = () => Promise<number>

export function openOutbox({ store, now, publicUrl }: OutboxOptions): Outbox {
  async function queue(
    webhooks: readonly WebhookRow[],
    events: readonly PendingEvent[],
    since: number,
  ): Promise<number> {
    const deliveries = events.flatMap((event) =>
      webhooks
        .filter((webhook) => wants(webhook, event, since))
        .map((webhook) => deliveryOf(webhook, event, now())),
    )
    if (deliveries.length > 0) await store.webhooks.enqueue(deliveries)
    return deliveries.length
  }

  async function tellSession(webhooks: readonly WebhookRow[], untold: PendingSession): Promise<number> {
    const session = await store.facts.one(untold)
    let queued = 0
    if (session !== null && webhooks.length > 0 && !session.tags.some((tag) => SILENT_TAGS.includes(tag))) {
      queued = await queue(webhooks, sessionEvents(untold, session, now()), session.lastAt)
    }
    await store.facts.markNotified(untold, untold.action, untold.complete)
    return queued
  }

  return async () => {
    const webhooks = (await store.webhooks.all()).filter(({ enabled }) => enabled)
    const of = (workspace: string) => webhooks.filter((webhook) => webhook.workspace === workspace)
    // Without anybody to tell, nothing needs to be marked as told: a webhook hears only of what comes after it.
    if (webhooks.length === 0) return 0
    let queued = 0
    for (;;) {
      const at = now()
      const sessions = await store.facts.claimPending(AT_ONCE, at - SESSION_IDLE_MS, at, at + CLAIM_MS)
      for (const untold of sessions) queued += await tellSession(of(untold.workspace), untold)
      const analyses = await store.surveys.claimPending(AT_ONCE, at, at + CLAIM_MS)
      for (const row of analyses) {
        const event = flaggedEvent(row, typingUrl(publicUrl(), row.id), at)
        queued += await queue(of(row.workspace), [event], row.analyzedAt)
        await store.surveys.markNotified(row.workspace, row.id, row.analyzedAt)
      }
      if (sessions.length < AT_ONCE && analyses.length < AT_ONCE) return queued
    }
  }
}

/** `since`: when what it is about last happened. Nobody is told of what was over before they asked. */
function wants({ events, createdAt }: WebhookRow, { type }: PendingEvent, since: number): boolean {
  return events.includes(type) && createdAt <= since
}
