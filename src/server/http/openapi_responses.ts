/** Responses in the OpenAPI document: one example each, errors from the table in `errors.ts`. */
import type { TSchema } from 'typebox'
import { Problem, SurveyProblem } from '../../contract/problem.ts'
import { ApiError, ERRORS, type ErrorCode, type FieldError, problemOf } from './errors.ts'

export const PROBLEM = 'application/problem+json'
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

/** Errors that every documented path can return. */
const ON_EVERY_PATH: readonly ErrorCode[] = [
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'overloaded',
  'store_unavailable',
]

/** Errors that the document describes once. */
export const COMMON_ERRORS: ReadonlySet<string> = new Set<ErrorCode>([
  ...ON_EVERY_PATH,
  'missing_key',
  'missing_survey_key',
  'invalid_key',
  'site_key_rejected',
  'wrong_scope',
])

/** In one order, so that operations with the same errors share the response. */
const ALL_CODES = Object.keys(ERRORS) as ErrorCode[]

/** The errors of a route by status, each with an example of its problem document. */
export function problemResponses(path: string, own: readonly ErrorCode[]): Record<number, ResponseDocument> {
  const codes = ALL_CODES.filter((code) => own.includes(code) || ON_EVERY_PATH.includes(code))
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const found = codes.filter((code) => ERRORS[code].status === status)
      const examples = Object.fromEntries(found.map((code) => [code, { value: exampleOf(code, path) }]))
      const schema = path.startsWith('/survey-check') ? SurveyProblem : Problem
      // Their details are in docs/reference/errors.md.
      const description = `Error ${found.map((code) => `\`${code}\``).join(', ')}.`
      return [status, { description, ...headersOf(status), content: { [PROBLEM]: { schema, examples } } }]
    }),
  )
}

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', examples: [5] },
  },
}
const ALLOW = {
  Allow: { description: 'The methods of this URL.', schema: { type: 'string', examples: ['GET, HEAD'] } },
}

function headersOf(status: number): Pick<ResponseDocument, 'headers'> {
  if (status === 405) return { headers: ALLOW }
  return status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}
}

/** The same for all operations, so that they share the response. */
const FIELD_ERRORS: readonly FieldError[] = [
  { pointer: '/name', detail: 'is required' },
  { pointer: 'limit', detail: 'must be a whole number from 1 to 100' },
]

function exampleOf(code: ErrorCode, path: string) {
  const options = code === 'invalid_request' ? { errors: FIELD_ERRORS } : {}
  return problemOf(new ApiError(code, options), EXAMPLE_REQUEST_ID, path)
}

/** A response for all common errors. `schema`: of their problem documents. */
export const commonResponse = (schema: object) => ({
  description: `Any other error. Every operation can respond with:\n\n${ALL_CODES.filter((code) =>
    COMMON_ERRORS.has(code),
  )
    .map((code) => `\`${code}\` (${ERRORS[code].status}): ${ERRORS[code].detail}`)
    .join('\n\n')}`,
  content: { [PROBLEM]: { schema } },
})
