/** Webhook events and their payloads. A payload never contains typed text. */
import { createHash } from 'node:crypto'
import type { RecommendedAction } from '../../contract/checks.ts'
import type { OverriddenVerdict } from '../../contract/dashboard/verdicts.ts'
import type { WebhookEvent } from '../../contract/dashboard/webhooks.ts'
import type { StepUp } from '../../contract/step_up.ts'
import type { AgainRequest } from '../../store/analyze_again.ts'
import type { ListedSession, PendingSession } from '../../store/facts.ts'
import type { AnalysisRow } from '../../store/surveys.ts'
import { idOfKey } from '../../store/values/key_text.ts'
import type { DeliveryRow, WebhookRow } from '../../store/webhooks.ts'
import type { Overridden } from '../scoring/overridden.ts'
import { detectedChecks } from '../scoring/session_facts.ts'
import { resultBody } from '../survey/result/result_body.ts'
import { readStoredResult } from '../survey/result/stored_result.ts'

export interface PendingEvent {
  /** The same for every delivery of the same event, so that receivers can deduplicate. */
  readonly id: string
  readonly type: WebhookEvent | 'test'
  readonly workspace: string
  /** The session or analysis id. */
  readonly subject: string
  /** When the event was created. */
  readonly at: number
  readonly data: Readonly<Record<string, unknown>>
}

export function sessionEvents(
  pending: PendingSession,
  session: ListedSession,
  overridden: Overridden<RecommendedAction>,
  stepUp: StepUp | undefined,
  at: number,
): PendingEvent[] {
  const { workspace, sessionId, action, notifiedAction, complete } = pending
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
  if (action !== notifiedAction) {
    events.push({
      ...about,
      id: eventId(
        'session.risk_changed',
        workspace,
        sessionId,
        notifiedAction,
        action,
        session.facts?.savedAt ?? 0,
      ),
      type: 'session.risk_changed',
      data: { ...data, previous_action: notifiedAction },
    })
  }
  if (complete) {
    events.push({
      ...about,
      id: eventId('session.completed', workspace, sessionId),
      type: 'session.completed',
      data,
    })
  }
  return events
}

export function flaggedEvent(
  row: AnalysisRow,
  overridden: OverriddenVerdict | null,
  typingUrl: string,
  at: number,
): PendingEvent {
  return {
    id: eventId('survey.flagged', row.workspace, row.id, row.analyzedAt),
    type: 'survey.flagged',
    workspace: row.workspace,
    subject: row.id,
    at,
    data: surveyData(row, overridden, typingUrl),
  }
}

/** `row`: an analysis whose verdict or failed checks differ from those of `before`. */
export function changedEvent(
  row: AnalysisRow,
  before: AnalysisRow,
  overridden: OverriddenVerdict | null,
  typingUrl: string,
  at: number,
): PendingEvent {
  return {
    id: eventId('survey.changed', row.workspace, row.id, row.analyzedAt),
    type: 'survey.changed',
    workspace: row.workspace,
    subject: row.id,
    at,
    data: {
      ...surveyData(row, overridden, typingUrl),
      previous: {
        ...readStoredResult(before.result).verdict,
        checks: resultBody(before).checks,
        analyzed_at: before.analyzedAt,
      },
    },
  }
}

export function settledEvent(
  { workspace, surveyId, requestedAt }: AgainRequest,
  counts: { readonly participants: number; readonly changed: number },
  at: number,
): PendingEvent {
  const id = eventId('survey.settled', workspace, surveyId, requestedAt)
  const data = { survey_id: idOfKey(surveyId), ...counts, settled_at: requestedAt }
  return { id, type: 'survey.settled', workspace, subject: '', at, data }
}

function surveyData(row: AnalysisRow, overridden: OverriddenVerdict | null, typingUrl: string) {
  const { verdict } = readStoredResult(row.result)
  const { checks, num_checks_failed, model } = resultBody(row)
  return {
    survey_id: idOfKey(row.surveyId),
    participant_id: idOfKey(row.participantId),
    num_checks_failed,
    checks,
    model,
    typing_url: typingUrl,
    analyzed_at: row.analyzedAt,
    ...verdict,
    effective_verdict: row.overridden?.verdict ?? verdict.verdict,
    overridden_by: overridden,
  }
}

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

/** The same for the same parts. */
export const eventId = (...parts: readonly (string | number)[]): string => `evt_${digest(...parts)}`

const digest = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
