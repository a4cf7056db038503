/** Webhook events and their payloads. A payload never contains typed text. */
import { createHash } from 'node:crypto'
import type { RecommendedAction } from '../../contract/checks.ts'
import type { OverriddenVerdict } from '../../contract/dashboard/verdicts.ts'
import type { StepUp } from '../../contract/step_up.ts'
import type { WebhookBodies } from '../../contract/webhook_events.ts'
import type { AgainRequest } from '../../store/analyze_again.ts'
import type { ListedSession, PendingSession } from '../../store/facts.ts'
import type { AnalysisRow } from '../../store/surveys.ts'
import { idOfKey } from '../../store/values/key_text.ts'
import type { DeliveryRow, WebhookRow } from '../../store/webhooks.ts'
import type { Overridden } from '../scoring/overridden.ts'
import { detectedChecks } from '../scoring/session_facts.ts'
import { type ResultBody, resultBody } from '../survey/result/result_body.ts'
import { readStoredResult } from '../survey/result/stored_result.ts'

type EventType = keyof WebhookBodies
type Immutable<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Immutable<Value[Name]> }
  : Value
type DataOf<Type extends EventType> = Immutable<WebhookBodies[Type]['data']>

/** What an event is about. */
interface About {
  readonly workspace: string
  /** The session or analysis id. */
  readonly subject: string
  /** When the event was created. */
  readonly at: number
}

export interface PendingEvent<Type extends EventType = EventType> extends About {
  /** The same for every delivery of the same event, so that receivers can deduplicate. */
  readonly id: string
  readonly type: Type
  readonly data: DataOf<Type>
}

/** `key`: what makes the event different from others of its type and workspace. */
export const pendingEvent = <Type extends EventType>(
  type: Type,
  about: About,
  key: readonly (string | number)[],
  data: DataOf<Type>,
): PendingEvent<Type> => ({ ...about, id: `evt_${digest(type, about.workspace, ...key)}`, type, data })

export function sessionEvents(
  pending: PendingSession,
  session: ListedSession,
  overridden: Overridden<RecommendedAction>,
  stepUp: StepUp | undefined,
  at: number,
): PendingEvent[] {
  const { workspace, sessionId, complete } = pending
  const action = pending.action as RecommendedAction
  const previous = pending.notifiedAction as RecommendedAction
  const data = {
    session_id: sessionId,
    ...(session.userId !== null && { user_id: session.userId }),
    tags: session.tags,
    risk_score: session.facts?.score ?? 0,
    recommended_action: action,
    ...overridden,
    ...(stepUp && { step_up: stepUp }),
    detected: detectedChecks(session.facts?.detected ?? 0),
    started_at: session.startedAt,
    last_at: session.lastAt,
  }
  const about = { workspace, subject: sessionId, at }
  const events: PendingEvent[] = []
  if (action !== previous) {
    const key = [sessionId, previous, action, session.facts?.savedAt ?? 0]
    events.push(pendingEvent('session.risk_changed', about, key, { ...data, previous_action: previous }))
  }
  if (complete) events.push(pendingEvent('session.completed', about, [sessionId], data))
  return events
}

export const flaggedEvent = (
  row: AnalysisRow,
  overridden: OverriddenVerdict | null,
  typingUrl: string,
  at: number,
): PendingEvent =>
  pendingEvent(
    'survey.flagged',
    { workspace: row.workspace, subject: row.id, at },
    [row.id, row.analyzedAt],
    surveyData(row, overridden, typingUrl),
  )

/** `row`: an analysis whose verdict or failed checks differ from those of `before`. */
export const changedEvent = (
  row: AnalysisRow,
  before: AnalysisRow,
  overridden: OverriddenVerdict | null,
  typingUrl: string,
  at: number,
): PendingEvent =>
  pendingEvent(
    'survey.changed',
    { workspace: row.workspace, subject: row.id, at },
    [row.id, row.analyzedAt],
    {
      ...surveyData(row, overridden, typingUrl),
      previous: {
        ...readStoredResult(before.result).verdict,
        checks: checksOf(resultBody(before)),
        analyzed_at: before.analyzedAt,
      },
    },
  )

export const settledEvent = (
  { workspace, surveyId, requestedAt }: AgainRequest,
  counts: { readonly participants: number; readonly changed: number },
  at: number,
): PendingEvent =>
  pendingEvent('survey.settled', { workspace, subject: '', at }, [surveyId, requestedAt], {
    survey_id: idOfKey(surveyId),
    ...counts,
    settled_at: requestedAt,
  })

function surveyData(row: AnalysisRow, overridden: OverriddenVerdict | null, typingUrl: string) {
  const { verdict } = readStoredResult(row.result)
  const body = resultBody(row)
  return {
    survey_id: idOfKey(row.surveyId),
    participant_id: idOfKey(row.participantId),
    num_checks_failed: body.num_checks_failed,
    checks: checksOf(body),
    model: body.model,
    typing_url: typingUrl,
    analyzed_at: row.analyzedAt,
    ...verdict,
    effective_verdict: row.overridden?.verdict ?? verdict.verdict,
    overridden_by: overridden,
  }
}

/** Stored with names of checks, which a later version may no longer have. */
const checksOf = ({ checks }: ResultBody) => checks as DataOf<'survey.flagged'>['checks']

export function deliveryOf(webhook: WebhookRow, event: PendingEvent, nextAt: number): DeliveryRow {
  const { id, type, at, data, subject, workspace } = event
  return {
    id: `dlv_${digest(webhook.id, id)}`,
    workspace,
    webhookId: webhook.id,
    eventId: id,
    type,
    subject,
    createdAt: at,
    state: 'pending',
    nextAt,
    tries: [],
    body: JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }),
  }
}

const digest = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
