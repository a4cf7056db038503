/** Filters of sessions in the management API, for lists and exports. */
import { type Static, Type } from 'typebox'
import { PROPERTIES, type SessionQuery } from '../../contract/dashboard/sessions.ts'
import { invalid } from '../http/errors.ts'
import { Cursor, limitOf } from '../http/page.ts'

const time = (description: string, example: string) =>
  Type.Optional(
    Type.String({
      maxLength: 40,
      description: `${description}: Unix milliseconds or ISO 8601.`,
      examples: [example],
    }),
  )
const score = (description: string, example: number) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description, examples: [example] }))

export const FILTERS = {
  since: time('Only sessions that started at or after this time', '2025-03-01'),
  until: time('Only sessions that started before this time', '2025-04-01T00:00:00Z'),
  min_score: score('Only sessions with at least this `risk_score`.', 50),
  max_score: score('Only sessions with at most this `risk_score`.', 69),
  ...PROPERTIES,
}
const Filters = Type.Object(FILTERS)

export const SessionListQuery = Type.Object(
  {
    ...FILTERS,
    order: Type.Optional(
      Type.Enum(['newest', 'oldest', 'score'], { default: 'newest', description: 'Order of the list.' }),
    ),
    cursor: Cursor,
    limit: limitOf(100, 50),
  },
  { additionalProperties: false },
)
export type SessionListQuery = Static<typeof SessionListQuery>

export function dashboardQuery({ order, cursor, limit, ...filters }: SessionListQuery): SessionQuery {
  return {
    ...dashboardFilters(filters),
    ...(order !== undefined && { sort: order }),
    ...(cursor !== undefined && { before: cursor }),
    ...(limit !== undefined && { limit }),
  }
}

export type SessionFilters = Static<typeof Filters>

export function dashboardFilters({
  since,
  until,
  min_score,
  max_score,
  ...properties
}: SessionFilters): Omit<SessionQuery, 'sort' | 'before' | 'limit' | 'q'> {
  return {
    ...properties,
    ...(since !== undefined && { from: timeOf('since', since) }),
    ...(until !== undefined && { to: timeOf('until', until) }),
    ...(min_score !== undefined && { score_min: min_score }),
    ...(max_score !== undefined && { score_max: max_score }),
  }
}

const ISO_8601 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** A date without a time is midnight UTC. */
export function timeOf(name: string, text: string): number {
  const ms = /^\d{1,15}$/.test(text) ? Number(text) : ISO_8601.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) throw invalid(name, 'must be Unix milliseconds or an ISO 8601 time with a time zone')
  return Math.max(0, ms)
}
