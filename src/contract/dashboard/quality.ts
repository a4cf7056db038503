/** Results compared with labels, and sessions with too little evidence. */
import { type Static, Type } from 'typebox'
import { Closed, OrNull } from './page.ts'
import { CheckName } from './sessions.ts'

/** A share with its 95% Wilson interval; null if `of` is 0. */
export const Share = Closed({
  of: Type.Integer(),
  count: Type.Integer(),
  share: OrNull(Type.Number()),
  low: OrNull(Type.Number()),
  high: OrNull(Type.Number()),
})
export type Share = Static<typeof Share>

export const Quality = Closed({
  /** Number of newest sessions used for `checks` and `coverage`. `labels` covers all labels. */
  computed_on: Type.Integer(),
  labels: Closed({
    people: Type.Integer(),
    bots: Type.Integer(),
    /** Bots among flagged sessions, which have one of the two strongest actions. */
    precision: Share,
    /** Flagged sessions among those labeled as bot. */
    recall: Share,
    /** Flagged sessions among those labeled as person. */
    false_positive_rate: Share,
    /** Labeled sessions with the action Unknown. */
    unknown: Share,
  }),
  checks: Type.Array(
    Closed({
      check: CheckName,
      unknown: Share,
      detected: Share,
      /** Among labeled sessions. */
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
