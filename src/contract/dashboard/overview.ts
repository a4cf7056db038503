/** The first page of the dashboard. Counts contain scored sessions only, by effective action. */
import { type Static, Type } from 'typebox'
import { BREAKDOWNS, type BreakdownName } from './breakdowns.ts'
import { UnconfirmedBrowsers } from './challenge.ts'
import { Closed, OrNull, Time } from './page.ts'
import { BandCounts, SessionHistogram } from './sessions.ts'
import { SurveyItem } from './surveys.ts'

const Breakdown = Closed({
  /** The most frequent values first, at most ten. */
  rows: Type.Array(Closed({ value: Type.String(), counts: BandCounts })),
  /** Number of different values. */
  values: Type.Integer(),
})
export type Breakdown = Static<typeof Breakdown>

export const Overview = Closed({
  trend: SessionHistogram,
  /** The period of the same length before; null without a start time. */
  previous: OrNull(SessionHistogram),
  breakdowns: Type.Object(
    Object.fromEntries(BREAKDOWNS.map((name) => [name, Breakdown])) as Record<
      BreakdownName,
      typeof Breakdown
    >,
  ),
  breakdowns_of: OrNull(
    Type.Integer(),
    'How many of the newest sessions the breakdowns cover; null if they cover the whole period.',
  ),
})
export type Overview = Static<typeof Overview>

/** Does not depend on filters. */
export const OverviewStatus = Closed({
  /** Sessions with the action to review and without a label, of any time. */
  to_review: Type.Integer(),
  /** Scored sessions of any time. */
  sessions: Type.Integer(),
  /** Arrival of the newest batch. */
  last_batch_at: OrNull(Time),
  surveys: Type.Array(SurveyItem),
  webhooks: Closed({
    enabled: Type.Integer(),
    /** Failing ones, and those that the service disabled. */
    failing: Type.Array(Closed({ id: Type.String(), name: Type.String() })),
  }),
  /** Whose visitors are not accepted automatically, because votes on the challenge are missing or disagree. */
  unconfirmed_browsers: Type.Array(UnconfirmedBrowsers),
})
export type OverviewStatus = Static<typeof OverviewStatus>
