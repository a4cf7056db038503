/**
 * Session list. GET /sessions, /sessions/histogram, /sessions/changes; all take the filters below.
 * Scores come from saved reports; a session that has not been scored yet has none.
 */
import { type Static, Type } from 'typebox'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS } from '../checks.ts'
import { Action, Label, OverruledBy } from '../session.ts'
import { Closed, Next, OrNull, Time, TimeOf } from './page.ts'

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

export const SESSION_FILTERS = {
  /** Start time: `from` inclusive, `to` exclusive. */
  from: Type.Optional(Type.Integer({ minimum: 0 })),
  to: Type.Optional(Type.Integer({ minimum: 0 })),
  tag: Type.Optional(Type.String({ maxLength: 256 })),
  user: Type.Optional(Type.String({ maxLength: 256 })),
  score_min: Type.Optional(Score),
  score_max: Type.Optional(Score),
  action: Type.Optional(Action),
  /** A check with the result Detected. */
  check: Type.Optional(CheckName),
  /** A visited path, exact or with `*` at the end. */
  route: Type.Optional(Type.String({ maxLength: 256 })),
  /** ISO 3166-1 alpha-2. */
  country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
  /** Without version: `Chrome`. */
  browser: Type.Optional(Type.String({ maxLength: 64 })),
  system: Type.Optional(Type.String({ maxLength: 64 })),
  input: Type.Optional(Input),
  label: Type.Optional(Type.Enum(['person', 'bot', 'none'])),
  /** The first characters of a session id, a user, a tag, or the start of a path. */
  q: Type.Optional(Type.String({ maxLength: 256 })),
}

export const SessionQuery = Closed({
  ...SESSION_FILTERS,
  sort: Type.Optional(Type.Enum(['newest', 'oldest', 'score'])),
  before: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
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
  complete: Type.Boolean({ description: 'False if counts contain only the newest sessions.' }),
})
export type SessionHistogram = Static<typeof SessionHistogram>

/** GET /sessions/changes?since=, unfiltered. Without `since`, the response has only a cursor. */
export const SessionChanges = Closed({
  items: Type.Array(SessionItem),
  since: Type.String(),
  overflow: Type.Boolean({ description: 'True if one response cannot hold all changes; reload the list.' }),
})
export type SessionChanges = Static<typeof SessionChanges>
