/** GET /quality: results compared with labels, and coverage. */
import { type Static, Type } from 'typebox'
import { Closed, OrNull } from './page.ts'
import { CheckName } from './sessions.ts'

/** A share with its 95 % Wilson interval; null if nothing was counted. */
export const Share = Closed({
  of: Type.Integer(),
  count: Type.Integer(),
  share: OrNull(Type.Number()),
  low: OrNull(Type.Number()),
  high: OrNull(Type.Number()),
})
export type Share = Static<typeof Share>

export const Quality = Closed({
  /** Number of newest sessions behind checks and coverage. Labels are all counted. */
  computed_on: Type.Integer(),
  labels: Closed({
    people: Type.Integer(),
    bots: Type.Integer(),
    /** Share of flagged sessions (review or reject) that were bots. */
    precision: Share,
    /** Share of bots that were flagged. */
    recall: Share,
    /** Share of people who were flagged. */
    false_alarms: Share,
    /** Share of labeled sessions with the action Unknown. */
    unknown: Share,
  }),
  checks: Type.Array(
    Closed({
      check: CheckName,
      unknown: Share,
      detected: Share,
      /** Of labeled sessions. */
      detected_among_bots: Share,
      detected_among_people: Share,
    }),
  ),
  coverage: Closed({
    browsers: Type.Array(Closed({ name: Type.String(), sessions: Type.Integer(), unknown: Type.Integer() })),
    pages: Type.Array(Closed({ path: Type.String(), sessions: Type.Integer(), unknown: Type.Integer() })),
  }),
})
export type Quality = Static<typeof Quality>
