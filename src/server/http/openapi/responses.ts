/** Responses in the OpenAPI document: one example each, errors from the table in `errors.ts`. */
import type { TSchema } from 'typebox'
import { Problem, SurveyProblem } from '../../../contract/problem.ts'
import { ApiError, ERRORS, type ErrorCode, problemOf } from '../errors.ts'

export interface Media {
  readonly schema: TSchema
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface ResponseDocument {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content: Readonly<Record<string, Media>>
}

export const mediaOf = (schema: TSchema, value: unknown): Media => ({
  schema,
  examples: { example: { value } },
})

export const jsonResponse = (
  description: string,
  schema: TSchema,
  example: unknown,
  headers: ResponseDocument['headers'] = {},
): ResponseDocument => ({ description, headers, content: { 'application/json': mediaOf(schema, example) } })

/** Errors of every operation, which the document describes once. */
const COMMON = [
  'missing_key',
  'missing_survey_key',
  'invalid_key',
  'site_key_rejected',
  'wrong_scope',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'overloaded',
  'store_unavailable',
] as const satisfies ErrorCode[]

/** An error that a route declares. */
export type OwnError = Exclude<ErrorCode, (typeof COMMON)[number]>

/** In one order, so that operations with the same errors share the response. */
const inOrder = (codes: readonly ErrorCode[]): ErrorCode[] =>
  (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.includes(code))

const COMMON_DESCRIPTION = `Any other error. Every operation can respond with:\n\n${inOrder(COMMON)
  .map((code) => `\`${code}\` (${ERRORS[code].status}): ${ERRORS[code].detail}`)
  .join('\n\n')}`

const isSurvey = (path: string): boolean => path.startsWith('/survey-check')
const problemOfPath = (path: string): TSchema => (isSurvey(path) ? SurveyProblem : Problem)

/** The errors of a route by status, each a component with a name. Their details are in docs/reference/errors.md. */
export function problemResponses(path: string, own: readonly OwnError[]) {
  const codes = inOrder(own)
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))]
  const problem = (status: string, names: readonly string[], description: string) => ({
    status,
    name: [...(isSurvey(path) ? ['survey'] : []), ...names].join('.'),
    response: { description, content: { 'application/problem+json': { schema: problemOfPath(path) } } },
  })
  return [
    ...statuses.map((status) => {
      const found = codes.filter((code) => ERRORS[code].status === status)
      return problem(String(status), found, `Error ${found.map((code) => `\`${code}\``).join(', ')}.`)
    }),
    problem('default', ['default'], COMMON_DESCRIPTION),
  ]
}

/** One problem document of each kind, for the examples of their fields. */
export function problemExamples(): readonly Media[] {
  const errors = [
    { pointer: '/name', detail: 'is required' },
    { pointer: 'limit', detail: 'must be a whole number from 1 to 100' },
  ]
  const error = new ApiError('invalid_request', { errors })
  return ['/survey-check/v021', '/v1'].map((path) =>
    mediaOf(problemOfPath(path), problemOf(error, 'req_4fT9wQm2Zc00002s', path)),
  )
}
