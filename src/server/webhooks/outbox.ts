/**
 * Queues deliveries for pending sessions and analyses. Each carries its own notification state, so a crash leaves it
 * pending, and queueing it again yields the same delivery ids.
 */
import type { RecommendedAction } from '../../contract/checks.ts'
import type { OverriddenVerdict } from '../../contract/dashboard/verdicts.ts'
import { isExample } from '../../contract/example_session.ts'
import { SESSION_IDLE_MS } from '../../contract/limits.ts'
import { isCanned } from '../../report/canned/canned_sessions.ts'
import type { ListedSession, PendingSession } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import { STRAY_MS } from '../../store/stray.ts'
import type { AnalysisRow, PendingAnalysis } from '../../store/surveys.ts'
import type { WebhookRow } from '../../store/webhooks.ts'
import { openAuthors } from '../audit/authors.ts'
import { openOverrides } from '../scoring/overridden.ts'
import { stepUpOf } from '../signed_results/step_up_view.ts'
import { typingUrl } from '../survey/result/typing_url.ts'
import type { EventSource } from './event_source.ts'
import { changedEvent, deliveryOf, flaggedEvent, type PendingEvent, sessionEvents } from './events.ts'

const CLAIM = 200
const CLAIM_MS = 60_000

export interface OutboxOptions {
  readonly store: Store
  now(): number
  publicUrl(): string
  readonly sources?: readonly EventSource[]
}

/** Returns the number of deliveries queued. */
export type Outbox = () => Promise<number>

export function openOutbox({ store, now, publicUrl, sources = [] }: OutboxOptions): Outbox {
  async function queue(
    webhooks: readonly WebhookRow[],
    events: readonly PendingEvent[],
    since: number,
  ): Promise<number> {
    const deliveries = events.flatMap((event) =>
      webhooks
        .filter((webhook) => wants(webhook, event, since, now()))
        .map((webhook) => deliveryOf(webhook, event, now())),
    )
    if (deliveries.length > 0) await store.webhooks.enqueue(deliveries)
    return deliveries.length
  }

  async function queueSession(webhooks: readonly WebhookRow[], pending: PendingSession): Promise<number> {
    const session = await store.facts.one(pending)
    let queued = 0
    if (session !== null && webhooks.length > 0 && !isSilent(session)) {
      const overridden = await openOverrides(store).of(
        pending.workspace,
        pending.action as RecommendedAction,
        session.label,
      )
      const stepUp = stepUpOf(await store.stepUps.find(pending))
      const events = sessionEvents(pending, session, overridden, stepUp, now())
      queued = await queue(webhooks, events, session.lastAt)
    }
    await store.facts.markNotified(pending, pending.action, pending.complete)
    return queued
  }

  async function overriddenVerdict({
    workspace,
    overridden,
  }: AnalysisRow): Promise<OverriddenVerdict | null> {
    if (overridden === undefined) return null
    const { verdict, memberId, at, note } = overridden
    return { verdict, by: await openAuthors(store)(workspace, memberId), at, note }
  }

  async function queueAnalysis(webhooks: readonly WebhookRow[], pending: PendingAnalysis): Promise<number> {
    const first = await store.surveys.find(pending)
    const all = first === null ? [] : await store.surveys.history(first)
    const index = all.findIndex(({ analyzedAt }) => analyzedAt === pending.analyzedAt)
    const [before, row] = [all[index - 1], all[index]]
    let queued = 0
    if (row !== undefined && (pending.isFirst || before !== undefined)) {
      const about = [await overriddenVerdict(row), typingUrl(publicUrl(), row.id), now()] as const
      const event = before === undefined ? flaggedEvent(row, ...about) : changedEvent(row, before, ...about)
      queued = await queue(webhooks, [event], row.analyzedAt)
    }
    await store.surveys.markNotified(pending)
    return queued
  }

  async function queueFrom(source: EventSource, webhooks: readonly WebhookRow[]): Promise<number> {
    const interested = webhooks.filter(({ events }) => events.includes(source.type))
    let queued = 0
    for (const workspace of new Set(interested.map((webhook) => webhook.workspace))) {
      const own = interested.filter((webhook) => webhook.workspace === workspace)
      queued += await source.queue(workspace, (event, lastAt) => queue(own, [event], lastAt))
    }
    return queued
  }

  return async () => {
    const webhooks = (await store.webhooks.all()).filter(({ enabled }) => enabled)
    const of = (workspace: string) => webhooks.filter((webhook) => webhook.workspace === workspace)
    // Without webhooks nothing needs to be marked: a new webhook gets only later events.
    if (webhooks.length === 0) return 0
    let queued = 0
    for (const source of sources) queued += await queueFrom(source, webhooks)
    for (;;) {
      const at = now()
      const sessions = await store.facts.claimPending(CLAIM, at - SESSION_IDLE_MS, at, at + CLAIM_MS)
      for (const pending of sessions) queued += await queueSession(of(pending.workspace), pending)
      const analyses = await store.surveys.claimPending(CLAIM, at, at + CLAIM_MS)
      for (const pending of analyses) queued += await queueAnalysis(of(pending.workspace), pending)
      if ([sessions, analyses].every(({ length }) => length < CLAIM)) return queued
    }
  }
}

/** The example sessions of the first start, and those of test mode, send no events. */
const isSilent = ({ sessionId }: ListedSession): boolean => isCanned(sessionId) || isExample(sessionId)

/** `since`: the last activity. Skips events older than the webhook, unless a wrong clock says when that was created. */
function wants(
  { events, createdAt }: WebhookRow,
  { type }: PendingEvent,
  since: number,
  now: number,
): boolean {
  return events.includes(type) && (createdAt <= since || createdAt > now + STRAY_MS)
}
