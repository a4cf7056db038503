/** How a route's answers are written down in the OpenAPI document: one example each, errors from the one table. */
import type { TSchema } from 'typebox'
import { Problem, SurveyProblem } from '../../contract/problem.ts'
import { ApiError, ERRORS, type ErrorCode, type FieldError, problemOf } from './errors.ts'

const EXAMPLE_REQUEST_ID = 'req_4fT9wQm2Zc00002s'

export interface AnswerDocument {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content: Readonly<Record<string, { readonly schema: TSchema; readonly examples: object }>>
}

export function answer(
  description: string,
  schema: TSchema,
  example: unknown,
  headers: AnswerDocument['headers'] = {},
): AnswerDocument {
  return {
    description,
    headers,
    content: { 'application/json': { schema, examples: { example: { value: example } } } },
  }
}

/** By status, each error that can meet a caller there with an example of its problem document. */
export function problems(
  path: string,
  codes: readonly ErrorCode[],
  fieldErrors?: readonly FieldError[],
): Record<number, AnswerDocument> {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => ERRORS[code].status === status)
      const examples = Object.fromEntries(
        own.map((code) => [code, { value: exampleOf(code, path, fieldErrors) }]),
      )
      const schema = path.startsWith('/survey-check') ? SurveyProblem : Problem
      const description = own.map((code) => `\`${code}\`: ${ERRORS[code].detail}`).join('\n\n')
      return [status, { description, content: { 'application/problem+json': { schema, examples } } }]
    }),
  )
}

function exampleOf(code: ErrorCode, path: string, fieldErrors: readonly FieldError[] | undefined) {
  const options = code === 'invalid_request' && fieldErrors !== undefined ? { errors: fieldErrors } : {}
  return problemOf(new ApiError(code, options), EXAMPLE_REQUEST_ID, path)
}
