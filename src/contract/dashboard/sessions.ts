/**
 * Session list. GET /sessions, /sessions/histogram, /sessions/changes; all take the filters below.
 * Scores come from saved reports; a session that was not scored yet has none.
 */
import { type Static, Type } from 'typebox'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, RECOMMENDED_ACTIONS } from '../checks.ts'
import { OverruledBy } from '../session.ts'
import { Closed, OrNull, Time } from './page.ts'

export const CheckName = Type.Enum([...BIOMETRIC_CHECKS, ...DEVICE_CHECKS])
export const Action = Type.Enum(RECOMMENDED_ACTIONS)
export const Label = Type.Enum(['person', 'bot'])
export type Label = Static<typeof Label>

export const Input = Type.Enum(['mouse', 'keyboard', 'touch'])
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
    session_id: Type.String(),
    started_at: Time,
    last_at: Time,
    user_id: OrNull(Type.String()),
    tags: Type.Array(Type.String()),
    risk_score: OrNull(Score, 'Null if not scored yet.'),
    recommended_action: OrNull(Action),
    effective_action: OrNull(Action, 'That of the label if there is one, otherwise the recommended action.'),
    overruled_by: OrNull(OverruledBy),
    detected: Type.Array(CheckName, { description: 'Checks with the result Detected.' }),
    country: OrNull(Type.String()),
    browser: OrNull(Type.String(), 'Such as `Chrome 140`; null if unknown.'),
    system: OrNull(Type.String(), 'Such as `Windows`; null if unknown.'),
    inputs: Type.Array(Input, { description: 'Input methods that were used.' }),
    routes: Type.Array(Type.String(), { description: 'A few visited paths, in order.' }),
    label: OrNull(Label),
  },
  'SessionItem',
)
export type SessionItem = Static<typeof SessionItem>

export const SessionList = Closed(
  {
    items: Type.Array(SessionItem),
    next: OrNull(Type.String()),
    complete: Type.Boolean({
      description:
        'False if the search stopped at its limit; `next` continues it, even if few or no items were found.',
    }),
  },
  'SessionList',
)
export type SessionList = Static<typeof SessionList>

/** Sessions by recommended action (a band of scores leads to each), without sessions that were not scored yet. */
export const BandCounts = Closed(
  {
    accept: Type.Integer(),
    monitor: Type.Integer(),
    review: Type.Integer(),
    reject: Type.Integer(),
    unknown: Type.Integer(),
  },
  'ActionCounts',
)
export type BandCounts = Static<typeof BandCounts>

export const SessionHistogram = Closed({
  from: Time,
  to: Time,
  bucket_ms: Type.Integer(),
  /** Oldest first, including empty ones. */
  buckets: Type.Array(Closed({ at: Time, counts: BandCounts })),
  totals: BandCounts,
  complete: Type.Boolean({ description: 'False if only the newest sessions were counted.' }),
})
export type SessionHistogram = Static<typeof SessionHistogram>

/** GET /sessions/changes?since=, unfiltered. Without `since`, the response has only a cursor. */
export const SessionChanges = Closed({
  items: Type.Array(SessionItem),
  since: Type.String(),
  overflow: Type.Boolean({ description: 'More changes than one response holds; reload the list.' }),
})
export type SessionChanges = Static<typeof SessionChanges>
