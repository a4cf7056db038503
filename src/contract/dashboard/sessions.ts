/** Lists and counts of sessions. Scores come from saved reports; a session that has not been scored yet has none. */
import { type Static, Type } from 'typebox'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, RECOMMENDED_ACTIONS } from '../checks.ts'
import { Action, Label, OverruledBy } from '../session.ts'
import { Closed, Cursor, limitOf, Next, OrNull, Time, TimeOf } from './page.ts'

export const CheckName = Type.Enum([...BIOMETRIC_CHECKS, ...DEVICE_CHECKS], {
  title: 'SessionCheck',
  description: 'A session check.',
})
export { Action, Label }

export const Input = Type.Enum(['mouse', 'keyboard', 'touch'], {
  title: 'InputMethod',
  description: 'An input method.',
})
export type Input = Static<typeof Input>

const Score = Type.Integer({ minimum: 0, maximum: 100 })
const MAX_CHARS = 256

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
const text = (description: string, example: string, options: object = { maxLength: MAX_CHARS }) =>
  Type.Optional(Type.String({ description, examples: [example], ...options }))

export const SESSION_FILTERS = {
  since: time('Only sessions that started at or after this time', '2025-03-01'),
  until: time('Only sessions that started before this time', '2025-04-01T00:00:00Z'),
  min_score: score('Only sessions with at least this `risk_score`.', 50),
  max_score: score('Only sessions with at most this `risk_score`.', 69),
  action: Type.Optional(
    Type.Enum([...RECOMMENDED_ACTIONS], {
      description: 'Only sessions with this computed `recommended_action`.',
      examples: ['Auto-accept'],
    }),
  ),
  check: Type.Optional(
    Type.Enum([...BIOMETRIC_CHECKS, ...DEVICE_CHECKS], {
      description: 'Only sessions in which this check has the result `Detected`.',
      examples: ['bot'],
    }),
  ),
  tag: text('Only sessions with this tag.', 'checkout'),
  user: text('Only sessions of this user.', 'customer-1042'),
  label: Type.Optional(
    Type.Enum(['person', 'bot', 'none'], {
      description: 'Only sessions with this label. `none` selects sessions without a label.',
      examples: ['bot'],
    }),
  ),
  country: text('Only sessions from this country: two letters.', 'NL', { pattern: '^[A-Z]{2}$' }),
  browser: text('Only sessions in this browser. Send the name without the version.', 'Chrome', {
    maxLength: 64,
  }),
  system: text('Only sessions on this operating system.', 'Windows', { maxLength: 64 }),
  input: Type.Optional(
    Type.Enum(['mouse', 'keyboard', 'touch'], {
      description: 'Only sessions that used this input method.',
      examples: ['keyboard'],
    }),
  ),
  route: text(
    'Only sessions that visited this path; a `*` at the end matches anything, and `:id` matches any ID.',
    '/checkout*',
  ),
}
export const SessionFilters = Closed(SESSION_FILTERS)
export type SessionFilters = Static<typeof SessionFilters>

export const SessionQuery = Closed({
  ...SESSION_FILTERS,
  q: text(
    'The first characters of a session ID, a user, a tag, or the start of a path. Other filters apply to paths only.',
    'customer-1042',
  ),
  order: Type.Optional(
    Type.Enum(['newest', 'oldest', 'score'], { default: 'newest', description: 'Order of the list.' }),
  ),
  cursor: Cursor,
  limit: limitOf(100, 50),
})
export type SessionQuery = Static<typeof SessionQuery>

export const SessionItem = Closed(
  {
    session_id: Type.String({ description: 'ID of the session.' }),
    started_at: TimeOf('Time of the first event'),
    last_at: TimeOf('Time of the last event'),
    duration_ms: OrNull(
      Type.Integer(),
      "Milliseconds from the first to the last event, by the visitor's clock; null if not scored yet.",
      31_400,
    ),
    user_id: OrNull(Type.String(), 'The user ID given to the browser script, or null.'),
    tags: Type.Array(Type.String(), { description: 'Tags given to the browser script.' }),
    risk_score: OrNull(Score, 'Null if not scored yet.'),
    recommended_action: OrNull(Action, 'The computed action; null if not scored yet.'),
    effective_action: OrNull(
      Action,
      'The action of the label if there is one, otherwise the recommended action.',
    ),
    overruled_by: OrNull(OverruledBy, 'The label that overrides the computed action, or null.'),
    detected: Type.Array(CheckName, { description: 'Checks with the result Detected.' }),
    country: OrNull(Type.String(), 'Country of the IP address: two letters; null if unknown.'),
    browser: OrNull(Type.String(), 'Such as `Chrome 140`; null if unknown.'),
    system: OrNull(Type.String(), 'Such as `Windows`; null if unknown.', 'Windows'),
    inputs: Type.Array(Input, { description: 'Input methods that were used.' }),
    routes: Type.Array(Type.String(), { description: 'A few visited paths, in order.' }),
    label: OrNull(Label, "The reviewer's label, or null."),
  },
  'SessionItem',
  'A session in a list or export.',
)
export type SessionItem = Static<typeof SessionItem>

const { started_at, duration_ms, browser, system, inputs, routes } = SessionItem.properties
/** A list names a visit by these. */
export const VISIT_NAME = { started_at, duration_ms, browser, system, inputs, routes }

export const SessionList = Closed(
  {
    items: Type.Array(SessionItem, { description: 'The sessions of this page.' }),
    next: Next,
    complete: Type.Boolean({
      description:
        'False if the search stopped at its limit; `next` continues it, even if few or no items were found.',
    }),
  },
  'SessionList',
  'A page of sessions.',
)
export type SessionList = Static<typeof SessionList>

/** Sessions by recommended action (a band of scores leads to each), without sessions that were not scored yet. */
export const BandCounts = Closed(
  {
    accept: Type.Integer({ description: 'Sessions with `Auto-accept`.' }),
    monitor: Type.Integer({ description: 'Sessions with `Accept with monitoring`.' }),
    review: Type.Integer({
      description: 'Sessions with `Manual review or require additional verification`.',
    }),
    reject: Type.Integer({ description: 'Sessions with `Auto-reject or high-priority review`.' }),
    unknown: Type.Integer({ description: 'Sessions with `Unknown`.' }),
  },
  'ActionCounts',
  'Number of sessions with each recommended action.',
)
export type BandCounts = Static<typeof BandCounts>

export const SessionHistogram = Closed({
  from: Time,
  to: Time,
  bucket_ms: Type.Integer(),
  /** Oldest first, including empty ones. */
  buckets: Type.Array(Closed({ at: Time, counts: BandCounts })),
  totals: BandCounts,
  complete: Type.Boolean({
    description: 'False if counts are estimates (see `sampled`) or contain only the newest sessions.',
  }),
  sampled: OrNull(
    Type.Integer(),
    'Number of sessions that the estimate is based on; null without an estimate.',
  ),
})
export type SessionHistogram = Static<typeof SessionHistogram>

/** Unfiltered. Without a cursor, the response has only one. */
export const SessionChanges = Closed({
  items: Type.Array(SessionItem),
  next: Type.String(),
  overflow: Type.Boolean({ description: 'True if one response cannot hold all changes; reload the list.' }),
})
export type SessionChanges = Static<typeof SessionChanges>
