/**
 * Reports, lists and logs as JSON text, keys in the order of docs/reference/specification.md. Saved records have that order,
 * so they are not parsed: other fields are inserted into their text.
 */
import type { RecommendedAction } from '../../contract/checks.ts'
import type { Decision } from '../../contract/decision.ts'
import { USER_LOGS_IN_LISTS } from '../../contract/limits.ts'
import type { StepUp } from '../../contract/step_up.ts'
import type { ReportRecord } from '../../report/report.ts'
import type { Overridden } from '../scoring/overridden.ts'
import { compact, countEntries, entriesAfter, newestEntries } from '../scoring/saved_log.ts'
import type { ScoredSession } from '../services.ts'

type SessionOverridden = Overridden<RecommendedAction>

export function renderReport(
  { report: { record, log } }: ScoredSession,
  overridden: SessionOverridden,
  step_up: StepUp | undefined,
  decision: Decision,
): string {
  const [checks, added] = [startOf(record, 'biometric_checks'), startOf(record, 'risk_parts')]
  const beside = JSON.stringify({ ...overridden, step_up, decision }).slice(1, -1)
  return `${record.slice(0, checks)},"user_logs":${compact(log)}${record.slice(checks, added)},${beside}${record.slice(added)}`
}

/** One session of a list: without the user, and without the fields from `risk_parts` on. */
export function renderListed({ session, report }: ScoredSession, overridden: SessionOverridden): string {
  const { record, log } = report
  const [tags, checks] = [startOf(record, 'tags'), startOf(record, 'biometric_checks')]
  const logs = compact(newestEntries(log, USER_LOGS_IN_LISTS))
  const beside = JSON.stringify(overridden).slice(1)
  return `{"session_id":${JSON.stringify(session.sessionId)}${record.slice(tags, checks)},"user_logs":${logs}${record.slice(checks, startOf(record, 'risk_parts'))},${beside}`
}

/** Where a field of a record starts, with its comma. No text can contain this, because JSON escapes quotation marks. */
const startOf = (record: string, field: keyof ReportRecord): number => record.indexOf(`,"${field}":`)

/** `name` is `user_id` or `tag`. */
export function renderList(name: string, value: string, records: readonly string[]): string {
  return `{${JSON.stringify(name)}:${JSON.stringify(value)},"sessions":[${records.join(',')}]}`
}

export interface LogPage {
  readonly skip: number
  readonly limit: number
}

/** `event_count` is always that of the whole session. */
export function renderLog({ session, report }: ScoredSession, page: LogPage | undefined) {
  const count = countEntries(report.log)
  const events = page === undefined ? report.log : entriesAfter(report.log, page.skip, page.limit)
  const body = `{"session_id":${JSON.stringify(session.sessionId)},"event_count":${count},"events":${compact(events)}}`
  return {
    body,
    next: page !== undefined && page.skip + page.limit < count ? page.skip + page.limit : undefined,
  }
}
