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

/** Unix milliseconds have 12 digits since 1973, and seconds have fewer until the year 5138. */
const MIN_MS = 100_000_000_000

/** A date without a time is midnight UTC. */
function timeOf(name: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return millisecondsOf(name, Number(text))
  // A plus sign in a query is a space unless it is encoded.
  const iso = text.replace(/ (?=\d\d:\d\d$)/, '+')
  const ms = ISO_8601.test(iso) && isDate(iso.slice(0, 10)) ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(ms)) throw invalid(name, 'must be Unix milliseconds or an ISO 8601 time with a time zone')
  return Math.max(0, ms)
}

/** `Date` reads February 30 as March 2. */
const isDate = (day: string): boolean => {
  const ms = Date.parse(day)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}

function millisecondsOf(name: string, ms: number): number {
  if (ms !== 0 && ms < MIN_MS) {
    throw invalid(name, 'must be Unix milliseconds (for seconds, multiply by 1,000) or an ISO 8601 time')
  }
  return ms
}
