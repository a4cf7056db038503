/** Signed results in the OpenAPI document. */
import { type TSchema, Type } from 'typebox'
import { RESULT_LIFE_MS, ResultAnswer, ResultRequest } from '../../contract/result.ts'
import { jsonBody, type RouteDocument } from '../http/openapi/operation_object.ts'
import { jsonResponse, type OwnError } from '../http/openapi/responses.ts'

/** Larger than the longest valid request. */
export const BODY_BYTES = 16 * 1024

export const RESULT = 'bhr1_u0m3cQ9yV1sZbT5kWn8hXr2dLq7gJf4pEoAvCiGtYwNzMxKsRbUhPeSjDl6a'
export const SITE_KEY = 'bh_pk_2Wd8uPqkS0rXnM5cTzYb7LhJ4vE1A0dK3mQ'
export const SESSION_ID = 'q7Zr0nXkT2mVb4Lw9sYcHg'
export const ISSUED_AT = 1_742_913_103_500

/** Of every route for pages. */
export const ERRORS: readonly OwnError[] = [
  'invalid_request',
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
]
/** Of a request from a page. */
export function pageBody(schema: TSchema, example: unknown): NonNullable<RouteDocument['body']> {
  const json = jsonBody(schema, example)
  const text = Type.String({ description: 'The same as JSON; avoids a CORS preflight.' })
  return { ...json, content: { ...json.content, 'text/plain': { schema: text } } }
}

export const ISSUE: RouteDocument = {
  operationId: 'issueResult',
  tag: 'Collection',
  summary: "Signed result of the page's own session",
  description: 'For the browser script, with the token of its session. The result expires after 120 seconds.',
  body: pageBody(ResultRequest, {
    site_key: SITE_KEY,
    session_id: SESSION_ID,
    token: '1.m8o7a2k4.9fXJ2mYtq0sLw6bR4nVkZc8dHpTe1uGaOi7xQyBvEMo',
    page_action: 'signup',
  }),
  response: jsonResponse('The signed result.', ResultAnswer, {
    result: RESULT,
    expires_at: ISSUED_AT + RESULT_LIFE_MS,
  }),
  errors: [...ERRORS, 'invalid_site_key', 'invalid_token', 'origin_rejected', 'session_not_found'],
}
