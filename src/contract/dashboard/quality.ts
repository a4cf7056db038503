/** GET /quality: how the verdicts fare against the labels people set, and what was not seen at all. */
import { type Static, Type } from 'typebox'
import { Closed, OrNull } from './page.ts'
import { CheckName } from './sessions.ts'

/** A share with its 95 % Wilson interval; null where nothing was counted. */
export const Share = Closed({
  of: Type.Integer(),
  count: Type.Integer(),
  share: OrNull(Type.Number()),
  low: OrNull(Type.Number()),
  high: OrNull(Type.Number()),
})
export type Share = Static<typeof Share>

export const Quality = Closed({
  /** The newest sessions, this many, were looked at for checks and coverage; labels are all counted. */
  computed_on: Type.Integer(),
  labels: Closed({
    people: Type.Integer(),
    bots: Type.Integer(),
    /** Bots among what was set aside (the two upper actions). */
    precision: Share,
    /** Set aside among what was labelled a bot. */
    recall: Share,
    /** Set aside among what was labelled a person. */
    false_alarms: Share,
    /** Labelled sessions for which Unknown was recommended. */
    unknown: Share,
  }),
  checks: Type.Array(
    Closed({
      check: CheckName,
      unknown: Share,
      detected: Share,
      /** Of labelled sessions. */
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
