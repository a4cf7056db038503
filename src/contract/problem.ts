/** Errors on the wire: RFC 9457 problem documents. */
import { type Static, Type } from 'typebox'

const FieldError = Type.Object(
  {
    pointer: Type.String({ description: 'JSON pointer into the body, or the name of a parameter.' }),
    detail: Type.String({ description: 'What is wrong with the value.' }),
  },
  { title: 'FieldError', description: 'One invalid field or parameter.' },
)

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'URN of the error: `urn:byhand:error:` and the code.' }),
    title: Type.String({ description: 'Short name of the error, the same for every occurrence.' }),
    status: Type.Integer({ description: 'The HTTP status of the response.' }),
    detail: Type.String({
      description: 'Human-readable: what happened and what to do. The text may change.',
    }),
    code: Type.String({ description: 'Machine-readable error code.' }),
    request_id: Type.String({
      description:
        'ID of the request, also in the `X-Request-Id` header. Quote it when you report a problem.',
    }),
    errors: Type.Optional(
      Type.Array(FieldError, { description: 'Only with `invalid_request`: the fields that are not valid.' }),
    ),
  },
  { title: 'Problem', description: 'A problem document (RFC 9457).' },
)
export type Problem = Static<typeof Problem>

/** On survey routes, for clients that only read `error`. */
export const SurveyProblem = Type.Object(
  {
    ...Problem.properties,
    error: Type.Literal(true, { description: 'Always true, for clients that only read this field.' }),
    problem: Type.String({ description: 'The same text as `detail`.' }),
  },
  { title: 'SurveyProblem', description: 'A problem document (RFC 9457) of a survey endpoint.' },
)
export type SurveyProblem = Static<typeof SurveyProblem>
