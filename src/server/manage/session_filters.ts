/** Filters of sessions in the management API, for lists and exports. */
import { type Static, type TSchema, Type } from 'typebox'
import { SESSION_FILTERS, type SessionQuery } from '../../contract/dashboard/sessions.ts'
import { invalid } from '../http/errors.ts'
import { Cursor, limitOf } from '../http/page.ts'

const { tag, user, action, check, country, route, label, score_min, browser, system, input } = SESSION_FILTERS

const time = (description: string, example: string) =>
  Type.Optional(
    Type.String({
      maxLength: 40,
      description: `${description}: Unix milliseconds or ISO 8601.`,
      examples: [example],
    }),
  )
/** A copy of a filter of the dashboard, without the name of its schema; copying loses that it is optional. */
const described = <Schema extends TSchema>(schema: Schema, description: string, example: unknown) =>
  Type.Optional({ ...schema, title: undefined, description, examples: [example] })

export const FILTERS = {
  since: time('Only sessions that started at or after this time', '2025-03-01'),
  until: time('Only sessions that started before this time', '2025-04-01T00:00:00Z'),
  min_score: described(score_min, 'Only sessions with at least this `risk_score`.', 50),
  max_score: described(score_min, 'Only sessions with at most this `risk_score`.', 69),
  action: described(action, 'Only sessions with this computed `recommended_action`.', 'Auto-accept'),
  check: described(check, 'Only sessions in which this check has the result `Detected`.', 'bot'),
  tag: described(tag, 'Only sessions with this tag.', 'checkout'),
  user: described(user, 'Only sessions of this user.', 'customer-1042'),
  label: described(label, 'Only sessions with this label. `none` selects sessions without a label.', 'bot'),
  country: described(country, 'Only sessions from this country: two letters.', 'NL'),
  browser: described(browser, 'Only sessions in this browser. Send the name without the version.', 'Chrome'),
  system: described(system, 'Only sessions on this operating system.', 'Windows'),
  input: described(input, 'Only sessions that used this input method.', 'keyboard'),
  route: described(
    route,
    'Only sessions that visited this path; a `*` at the end matches anything, and `:id` matches any ID.',
    '/checkout*',
  ),
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

export function dashboardFilters(
  filters: SessionFilters,
): Omit<SessionQuery, 'sort' | 'before' | 'limit' | 'q'> {
  const { since, until, min_score, max_score, action, check, tag, user, label, country, route } = filters
  const { browser, system, input } = filters
  return {
    ...(since !== undefined && { from: timeOf('since', since) }),
    ...(until !== undefined && { to: timeOf('until', until) }),
    ...(min_score !== undefined && { score_min: min_score }),
    ...(max_score !== undefined && { score_max: max_score }),
    ...(action !== undefined && { action }),
    ...(check !== undefined && { check }),
    ...(tag !== undefined && { tag }),
    ...(user !== undefined && { user }),
    ...(label !== undefined && { label }),
    ...(country !== undefined && { country }),
    ...(browser !== undefined && { browser }),
    ...(system !== undefined && { system }),
    ...(input !== undefined && { input }),
    ...(route !== undefined && { route }),
  }
}

const ISO_8601 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** A date without a time is midnight UTC. */
export function timeOf(name: string, text: string): number {
  const ms = /^\d{1,15}$/.test(text) ? Number(text) : ISO_8601.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) throw invalid(name, 'must be Unix milliseconds or an ISO 8601 time with a time zone')
  return Math.max(0, ms)
}
