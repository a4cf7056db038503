/** Errors on the wire: RFC 9457 problem documents. */
import { type Static, Type } from 'typebox'

export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String(),
    request_id: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }))),
  },
  { title: 'Problem' },
)
export type Problem = Static<typeof Problem>

/** On survey routes, for clients that only read `error`. */
export const SurveyProblem = Type.Intersect(
  [Problem, Type.Object({ error: Type.Literal(true), problem: Type.String() })],
  { title: 'SurveyProblem' },
)
export type SurveyProblem = Static<typeof SurveyProblem>
