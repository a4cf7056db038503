/** The live demo at `/`: GET /demo/visit about the visitor's own session, GET /demo/bots/:name about a recorded bot. */
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

/** Stacks of the lab. Byhand does not detect the last one. */
export const DEMO_BOTS = ['stealth-naive', 'stealth-human', 'hardened-xdotool'] as const
export type DemoBotName = (typeof DEMO_BOTS)[number]

/** `[t, question, text]`: the whole text of a field after a change, in ms since the start of the replay. */
export const DemoFill = Type.Tuple([Type.Integer(), Type.String(), Type.String()])
export type DemoFill = Static<typeof DemoFill>

export const DemoBot = Closed({
  replay: SessionReplay,
  fills: Type.Array(DemoFill),
  /** The result after each batch, with the time of the batch in ms since the start of the replay. */
  results: Type.Array(Closed({ at_ms: Type.Integer(), result: DemoResult })),
})
export type DemoBot = Static<typeof DemoBot>
