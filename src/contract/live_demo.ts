/** The live demo at `/`: GET /demo/visit about the visitor's own session, GET /demo/bot about a recorded bot. */
import { type Static, Type } from 'typebox'
import { Closed, OrNull } from './dashboard/page.ts'
import { CheckView, SessionReplay, SessionView } from './dashboard/session_view.ts'

const { risk_score, risk_explanation, recommended_action, event_count } = SessionView.properties

export const DemoResult = Closed({
  risk_score,
  risk_explanation,
  recommended_action,
  event_count,
  checks: Type.Array(CheckView),
})
export type DemoResult = Static<typeof DemoResult>

/** Null until the first batch is stored. */
export const DemoVisit = Closed({ result: OrNull(DemoResult) })
export type DemoVisit = Static<typeof DemoVisit>

export const DemoBot = Closed({
  stack: Type.String(),
  replay: SessionReplay,
  /** The result after each batch, with the time of the batch in ms since the start of the replay. */
  results: Type.Array(Closed({ at_ms: Type.Integer(), result: DemoResult })),
})
export type DemoBot = Static<typeof DemoBot>
