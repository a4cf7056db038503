/** Reports, lists and logs as JSON text, keys in the order of docs/reference/specification.md. */
import type { RecommendedAction } from '../../contract/checks.ts'
import { USER_LOGS_IN_LISTS } from '../../contract/limits.ts'
import type { StepUp } from '../../contract/step_up.ts'
import type { ReportRecord } from '../../report/report.ts'
import type { Overridden } from '../scoring/overridden.ts'
import { compact, countEntries, entriesAfter, newestEntries } from '../scoring/saved_log.ts'
import type { ScoredSession } from '../services.ts'

type SessionOverridden = Overridden<RecommendedAction>

export function renderReport(
  { report }: ScoredSession,
  overridden: SessionOverridden,
  step_up: StepUp | undefined,
): string {
  const { session_id, user_id, ...rest } = JSON.parse(report.record) as ReportRecord
  const record = { session_id, ...(user_id === undefined ? {} : { user_id }), ...rest }
  return renderRecord(record, { ...overridden, step_up }, report.log)
}

/** One session of a list. */
export function renderListed({ report }: ScoredSession, overridden: SessionOverridden): string {
  const {
    user_id: _user,
    risk_parts: _parts,
    risk_contributions: _contributions,
    evidence_coverage: _coverage,
    model_version: _version,
    ...record
  } = JSON.parse(report.record) as ReportRecord
  return renderRecord(record, overridden, newestEntries(report.log, USER_LOGS_IN_LISTS))
}

/** `name` is `user_id` or `tag`. */
export function renderList(name: string, value: string, records: readonly string[]): string {
  return `{${JSON.stringify(name)}:${JSON.stringify(value)},"sessions":[${records.join(',')}]}`
}

type Added = 'risk_parts' | 'risk_contributions' | 'evidence_coverage' | 'model_version'

/** Without the added fields in lists. */
type RenderedRecord = Omit<ReportRecord, Added> & Partial<Pick<ReportRecord, Added>>

function renderRecord(
  record: RenderedRecord,
  beside: SessionOverridden & { step_up?: StepUp | undefined },
  log: string,
): string {
  const {
    biometric_checks,
    device_checks,
    risk_parts,
    risk_contributions,
    evidence_coverage,
    model_version,
    ...first
  } = record
  const head = JSON.stringify(first).slice(0, -1)
  const tail = JSON.stringify({
    biometric_checks,
    device_checks,
    ...beside,
    risk_parts,
    risk_contributions,
    evidence_coverage,
    model_version,
  }).slice(1)
  return `${head},"user_logs":${compact(log)},${tail}`
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
