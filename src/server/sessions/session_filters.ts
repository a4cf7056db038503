/** Filters of sessions as the store takes them. */
import type { SessionFilters } from '../../contract/dashboard/sessions.ts'
import { defined } from '../../contract/defined.ts'
import type { FactFilter } from '../../store/facts.ts'
import { invalid } from '../http/errors.ts'

export function filterOf(filters: SessionFilters): FactFilter {
  const { since, until, min_score, max_score, ...properties } = filters
  return {
    ...properties,
    ...(since !== undefined && { from: timeOf('since', since) }),
    ...(until !== undefined && { to: timeOf('until', until) }),
    ...defined({ scoreMin: min_score, scoreMax: max_score }),
  }
}

const ISO_8601 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** A date without a time is midnight UTC. */
function timeOf(name: string, text: string): number {
  const ms = /^\d{1,15}$/.test(text) ? Number(text) : ISO_8601.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) throw invalid(name, 'must be Unix milliseconds or an ISO 8601 time with a time zone')
  return Math.max(0, ms)
}
