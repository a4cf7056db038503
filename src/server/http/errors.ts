/**
 * Every error of the service in one table: its code, status, title and sentence. `docs/reference/errors.md` is tested
 * against it both ways. A sentence never repeats what the caller sent.
 */
import type { Problem, SurveyProblem } from '../../contract/problem.ts'

interface ErrorEntry {
  readonly status: number
  readonly title: string
  readonly detail: string
}

export const ERRORS = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    detail: 'The request is not valid; `errors` says where and why.',
  },
  invalid_json: { status: 400, title: 'Invalid JSON', detail: 'The body is not valid JSON.' },
  invalid_utf8: { status: 400, title: 'Invalid UTF-8', detail: 'The body is not valid UTF-8.' },
  invalid_gzip: { status: 400, title: 'Invalid gzip', detail: 'The body could not be decompressed.' },
  invalid_http: { status: 400, title: 'Invalid HTTP', detail: 'The request is not valid HTTP.' },
  request_aborted: {
    status: 400,
    title: 'Request aborted',
    detail: 'The connection ended before the request did.',
  },
  body_too_deep: { status: 400, title: 'Body too deep', detail: 'The body is nested too deeply.' },
  missing_key: {
    status: 401,
    title: 'API key missing',
    detail: 'Send a secret key as `Authorization: Bearer <key>`. Keys are never read from the address.',
  },
  missing_survey_key: {
    status: 401,
    title: 'API key missing',
    detail:
      'Send a secret key in the header `api_key`. If you did, a proxy may have dropped it: stock nginx drops header names with underscores unless `underscores_in_headers on` is set. `x-api-key`, `api-key` and `Authorization: Bearer <key>` are read too.',
  },
  invalid_key: {
    status: 401,
    title: 'API key not valid',
    detail: 'The key is unknown, revoked or expired.',
  },
  invalid_site_key: {
    status: 401,
    title: 'Site key not valid',
    detail: 'The site key is unknown, revoked or expired.',
  },
  invalid_token: {
    status: 401,
    title: 'Session token not valid',
    detail: 'The token does not belong to this session and site, or it has expired.',
  },
  login_required: {
    status: 401,
    title: 'Login required',
    detail: 'Nobody is logged in, or the login has ended.',
  },
  wrong_login: { status: 401, title: 'Wrong login', detail: 'Email and password do not match.' },
  totp_required: {
    status: 401,
    title: 'Code required',
    detail: 'This account asks for the six digits that your authenticator shows.',
  },
  totp_wrong: {
    status: 401,
    title: 'Wrong code',
    detail: 'The code is wrong, has been used or has run out. Wait for the next one.',
  },
  foreign_request: {
    status: 403,
    title: 'Request from another site',
    detail: 'This may only be asked for by a page of this service.',
  },
  role_too_weak: {
    status: 403,
    title: 'Role too weak',
    detail: 'Your role in this workspace does not allow this.',
  },
  site_key_refused: {
    status: 403,
    title: 'Not a secret key',
    detail: 'A site key only sends batches. Use a secret key here.',
  },
  wrong_scope: {
    status: 403,
    title: 'Key without this scope',
    detail: 'The key is valid, but does not have the scope this route needs.',
  },
  origin_refused: {
    status: 403,
    title: 'Origin not allowed',
    detail: 'The site key does not allow batches from this origin.',
  },
  session_refused: {
    status: 403,
    title: 'Session refused',
    detail: 'The batch does not show that it belongs to this session.',
  },
  not_found: { status: 404, title: 'Not found', detail: 'There is nothing at this address.' },
  session_not_found: { status: 404, title: 'Session not found', detail: 'There is no such session.' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not take this method; `Allow` lists those it takes.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    detail: 'The request did not arrive in time.',
  },
  batch_conflict: {
    status: 409,
    title: 'Batch conflict',
    detail: 'Another batch with this tab and seq was stored before.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'Idempotency conflict',
    detail: 'This idempotency key was used before with another body.',
  },
  last_owner: {
    status: 409,
    title: 'Last owner',
    detail: 'Somebody must own the workspace. Make another member an owner first.',
  },
  not_empty: {
    status: 409,
    title: 'Workspace not empty',
    detail: 'Demo data goes only into a workspace without sessions and surveys of its own.',
  },
  upload_running: {
    status: 409,
    title: 'File being checked',
    detail: 'A file that holds this participant is being checked. Ask again when it is done.',
  },
  link_spent: {
    status: 410,
    title: 'Link not valid',
    detail: 'This link has been used, withdrawn or has expired. Ask for another.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    detail: 'The body is larger than this route takes.',
  },
  session_full: {
    status: 413,
    title: 'Session full',
    detail:
      'The session holds as much as a session may hold. The batch was counted, not stored; send no more.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'This route does not take this content type or content encoding.',
  },
  expectation_failed: {
    status: 417,
    title: 'Expectation failed',
    detail: 'The only expectation this service meets is 100-continue.',
  },
  rate_limited: { status: 429, title: 'Too many requests', detail: 'Wait as long as `Retry-After` says.' },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    detail: 'The address and headers are larger than this service takes.',
  },
  internal_error: { status: 500, title: 'Internal error', detail: 'Something went wrong on our side.' },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    detail: 'The service has as much work as it can hold. Try again after `Retry-After`.',
  },
  store_unavailable: {
    status: 503,
    title: 'Store unavailable',
    detail: 'Nothing can be stored or read right now. Try again after `Retry-After`.',
  },
  shutting_down: { status: 503, title: 'Shutting down', detail: 'This process is about to stop.' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

export interface FieldError {
  /** JSON pointer into the body, or the name of a parameter. */
  readonly pointer: string
  readonly detail: string
}

export interface ErrorOptions {
  /** Replaces the table's sentence. Never holds input. */
  readonly detail?: string
  readonly errors?: readonly FieldError[]
  readonly retryAfterS?: number
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly options: ErrorOptions

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(options.detail ?? ERRORS[code].detail)
    this.code = code
    this.status = ERRORS[code].status
    this.options = options
  }
}

/** One field is wrong: the commonest error of all. */
export const invalid = (pointer: string, detail: string): ApiError =>
  new ApiError('invalid_request', { errors: [{ pointer, detail }] })

/** A pointer may hold a name the caller chose; beyond this it tells nobody anything. */
const POINTER_CHARS = 200
/** A name that is one of our keys was put there by mistake, and is not repeated. */
const KEY = /bh_[ps]k_\w+/g

export function problemOf(error: ApiError, requestId: string, path: string): Problem | SurveyProblem {
  const { status, title } = ERRORS[error.code]
  const problem: Problem = {
    type: `urn:byhand:error:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
  }
  if (error.options.errors !== undefined) {
    problem.errors = error.options.errors.map(({ pointer, detail }) => ({
      pointer: pointer.replaceAll(KEY, 'bh_…').slice(0, POINTER_CHARS).toWellFormed(),
      detail,
    }))
  }
  return path.startsWith('/survey-check') ? { ...problem, error: true, problem: problem.detail } : problem
}
