/** Filters of visits, kept in the URL. The overview and the list share them. */
import type { SessionQuery } from '../contract/dashboard/sessions.ts'
import { PROPERTY_NAMES } from '../contract/session_filters.ts'

export const FILTER_NAMES = [
  'since',
  'until',
  'min_score',
  'max_score',
  ...PROPERTY_NAMES,
  'q',
] as const satisfies readonly (keyof SessionQuery)[]

export type FilterName = (typeof FILTER_NAMES)[number]
export type Filters = Readonly<Partial<Record<FilterName, string>>>
export type Order = NonNullable<SessionQuery['order']>

const HOUR_MS = 3_600_000
/** Periods up to now, in hours. */
export const PERIODS = { '24h': 24, '7d': 168, '30d': 720, '90d': 2_160 } as const
export type Period = keyof typeof PERIODS | 'all' | 'custom'

export interface ReadFilters {
  readonly filters: Filters
  readonly period: Period
  readonly order: Order
  /** Whether anything but the period is filtered. */
  readonly isFiltered: boolean
}

const isPreset = (text: string | null): text is keyof typeof PERIODS =>
  text !== null && Object.hasOwn(PERIODS, text)

export function readFilters(search: URLSearchParams, usual: Exclude<Period, 'custom'> = 'all'): ReadFilters {
  const filters: Partial<Record<FilterName, string>> = {}
  for (const name of FILTER_NAMES) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  const given = search.get('period')
  const preset = isPreset(given) || given === 'all' ? given : usual
  const isCustom = filters.since !== undefined || filters.until !== undefined
  const order = search.get('order')
  return {
    filters,
    period: isCustom ? 'custom' : preset,
    order: order === 'oldest' || order === 'score' ? order : 'newest',
    isFiltered: Object.keys(filters).some((name) => name !== 'since' && name !== 'until'),
  }
}

/** The filters as the API takes them. A period begins with an hour, so that requests of one hour are the same. */
export function queryOf({ filters, period }: Pick<ReadFilters, 'filters' | 'period'>, now: number): Filters {
  if (period === 'custom' || period === 'all') return filters
  const since = Math.floor(now / HOUR_MS) * HOUR_MS - (PERIODS[period] - 1) * HOUR_MS
  return { ...filters, since: String(since) }
}

/** The value of a field as URL parameter: times in milliseconds. */
export function filterValue(name: FilterName, text: string): string {
  const value = text.trim()
  if (name !== 'since' && name !== 'until') return value
  const at = value === '' ? Number.NaN : new Date(value).getTime()
  return Number.isNaN(at) ? '' : String(at)
}

/** A time from the URL as the value of a datetime-local field. */
export function fieldTime(ms: string | undefined): string {
  const at = new Date(Number(ms))
  if (ms === undefined || Number.isNaN(at.getTime())) return ''
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
