/** Responses in the OpenAPI document: one example each, errors from the table in `errors.ts`. */
import type { TSchema } from 'typebox'
import { Problem, SurveyProblem } from '../../contract/problem.ts'
import { ApiError, ERRORS, type ErrorCode, type FieldError, problemOf } from './errors.ts'

const EXAMPLE_REQUEST_ID = 'req_4fT9wQm2Zc00002s'

export interface ResponseDocument {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content: Readonly<Record<string, { readonly schema: TSchema; readonly examples: object }>>
}

export function jsonResponse(
  description: string,
  schema: TSchema,
  example: unknown,
  headers: ResponseDocument['headers'] = {},
): ResponseDocument {
  return {
    description,
    headers,
    content: { 'application/json': { schema, examples: { example: { value: example } } } },
  }
}

/** The errors of a route by status, each with an example of its problem document. */
export function problemResponses(
  path: string,
  codes: readonly ErrorCode[],
  fieldErrors?: readonly FieldError[],
): Record<number, ResponseDocument> {
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
