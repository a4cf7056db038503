/** Filters of the session list, kept in the URL. */
import type { SessionQuery } from '../contract/dashboard/sessions.ts'

const NAMES = [
  'from',
  'to',
  'tag',
  'user',
  'score_min',
  'score_max',
  'action',
  'check',
  'route',
  'country',
  'label',
  'q',
] as const satisfies readonly (keyof SessionQuery)[]

export type FilterName = (typeof NAMES)[number]
export type Filters = Readonly<Partial<Record<FilterName, string>>>
export type Sort = NonNullable<SessionQuery['sort']>

export interface ReadFilters {
  readonly filters: Filters
  readonly sort: Sort
  readonly isFiltered: boolean
}

export function readFilters(search: URLSearchParams): ReadFilters {
  const filters: Partial<Record<FilterName, string>> = {}
  for (const name of NAMES) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  const sort = search.get('sort')
  return {
    filters,
    sort: sort === 'oldest' || sort === 'score' ? sort : 'newest',
    isFiltered: Object.keys(filters).length > 0,
  }
}

/** Form fields as URL parameters: times in milliseconds, countries in capitals. */
export function filtersOf(fields: FormData): Record<FilterName, string> {
  const filters = {} as Record<FilterName, string>
  for (const name of NAMES) filters[name] = String(fields.get(name) ?? '').trim()
  for (const name of ['from', 'to'] as const) {
    const at = filters[name] === '' ? Number.NaN : new Date(filters[name]).getTime()
    filters[name] = Number.isNaN(at) ? '' : String(at)
  }
  filters.country = filters.country.toUpperCase()
  return filters
}

/** A time from the URL as the value of a datetime-local field. */
export function fieldTime(ms: string | undefined): string {
  const at = new Date(Number(ms))
  if (ms === undefined || Number.isNaN(at.getTime())) return ''
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
