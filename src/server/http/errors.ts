/**
 * All errors of the service: code, status, title and detail. `tools/reference_tables.ts` writes them into the reference.
 * A detail never repeats input.
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
    detail: 'The request is not valid. See `errors` for the fields and reasons.',
  },
  invalid_json: { status: 400, title: 'Invalid JSON', detail: 'The body is not valid JSON.' },
  invalid_utf8: { status: 400, title: 'Invalid UTF-8', detail: 'The body is not valid UTF-8.' },
  invalid_gzip: { status: 400, title: 'Invalid gzip', detail: 'The body could not be decompressed.' },
  invalid_http: { status: 400, title: 'Invalid HTTP', detail: 'The request is not valid HTTP.' },
  request_aborted: {
    status: 400,
    title: 'Request aborted',
    detail: 'The connection was closed before the request was complete.',
  },
  body_too_deep: { status: 400, title: 'Body too deep', detail: 'The body is nested too deeply.' },
  missing_key: {
    status: 401,
    title: 'API key missing',
    detail: 'Send a secret key as `Authorization: Bearer <key>`. Keys in the URL are not accepted.',
  },
  missing_survey_key: {
    status: 401,
    title: 'API key missing',
    detail:
      'Send a secret key in the header `api_key`. If you did, a proxy may have dropped it: by default, nginx drops headers whose names contain underscores. Set `underscores_in_headers on` there. `x-api-key`, `api-key` and `Authorization: Bearer <key>` are accepted too.',
  },
  invalid_key: {
    status: 401,
    title: 'Invalid API key',
    detail: 'The key is unknown, revoked or expired.',
  },
  invalid_site_key: {
    status: 401,
    title: 'Invalid site key',
    detail: 'The site key is unknown, revoked or expired.',
  },
  invalid_token: {
    status: 401,
    title: 'Invalid session token',
    detail: 'The token does not belong to this session and site, or it has expired.',
  },
  login_required: {
    status: 401,
    title: 'Login required',
    detail: 'You are not logged in, or your login has expired.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Wrong email or password',
    detail: 'The email and password do not match.',
  },
  totp_required: {
    status: 401,
    title: 'Code required',
    detail: 'Enter the six-digit code from your authenticator app, or a recovery code.',
  },
  wrong_code: {
    status: 401,
    title: 'Wrong code',
    detail: 'The code is wrong, already used or expired. Wait for the next code and try again.',
  },
  cross_site_request: {
    status: 403,
    title: 'Cross-site request',
    detail: 'Only pages of this service may send this request.',
  },
  insufficient_role: {
    status: 403,
    title: 'Insufficient role',
    detail: 'Your role in this workspace does not allow this.',
  },
  site_key_rejected: {
    status: 403,
    title: 'Not a secret key',
    detail: 'A site key can only record sessions. Use a secret key here.',
  },
  wrong_scope: {
    status: 403,
    title: 'Missing permission',
    detail:
      'The key is valid but lacks the permission that this route requires. Add the permission to the key, or use another key.',
  },
  visitor_rejected: {
    status: 403,
    title: 'Request rejected',
    detail: 'This request was rejected. If you are a person, go back, reload the page and try again.',
  },
  origin_rejected: {
    status: 403,
    title: 'Origin not allowed',
    detail: 'The site key does not allow batches from this origin.',
  },
  device_data_required: {
    status: 403,
    title: 'Device data required',
    detail: 'This workspace requires device data. An owner can make it optional under Privacy.',
  },
  session_rejected: {
    status: 403,
    title: 'Session rejected',
    detail: 'The batch has no valid token or tab secret for this session. Start a new session with a new ID.',
  },
  not_found: { status: 404, title: 'Not found', detail: 'There is nothing at this URL.' },
  session_not_found: { status: 404, title: 'Session not found', detail: 'This session does not exist.' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This URL does not support this method. See the `Allow` header for those it supports.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    detail: 'The request was not received in time.',
  },
  batch_conflict: {
    status: 409,
    title: 'Batch conflict',
    detail: 'A different batch with this `tab` and `seq` is already stored.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'Idempotency conflict',
    detail: 'This idempotency key was already used with a different body.',
  },
  last_owner: {
    status: 409,
    title: 'Last owner',
    detail: 'A workspace needs at least one owner. Make another member an owner first.',
  },
  demo_workspace: {
    status: 409,
    title: 'Demo workspace',
    detail: 'The demo workspace holds sample data only. Switch to your own workspace.',
  },
  concurrent_change: {
    status: 409,
    title: 'Concurrent change',
    detail: 'Somebody else changed this at the same time. Nothing was saved. Reload it and try again.',
  },
  no_chatbot: {
    status: 409,
    title: 'No chatbot',
    detail: 'The operator configured no model that could be asked.',
  },
  invalid_link: {
    status: 410,
    title: 'Invalid link',
    detail: 'This link was already used or revoked, or it has expired. Ask for a new one.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    detail:
      'This has changed since you read it. Nothing was saved. Read it again, and send its `ETag` as `If-Match`.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    detail: 'The body exceeds the limit of this route.',
  },
  session_full: {
    status: 413,
    title: 'Session full',
    detail:
      'The session has reached its size limit. The batch was counted but not stored. Begin another session.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'This route does not support this content type or content encoding.',
  },
  expectation_failed: {
    status: 417,
    title: 'Expectation failed',
    detail: 'The only supported expectation is 100-continue.',
  },
  step_up_limit: {
    status: 429,
    title: 'Too many passed tasks',
    detail:
      'This device, user or IP address passed the tasks of step-up verification that are allowed in an hour. Try again after the time in the `Retry-After` header.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: 'You sent too many requests. Try again after the time in the `Retry-After` header.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    detail: 'The URL and headers exceed the size limit.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'An unexpected error occurred. The log has details under the request ID.',
  },
  chatbot_failed: {
    status: 502,
    title: 'Chatbot failed',
    detail: 'The model gave no usable answers. Nothing was stored.',
  },
  proxy_misconfigured: {
    status: 502,
    title: 'Proxy misconfigured',
    detail:
      'The proxy of this site cannot ask Byhand about visitors. Its operator finds the reason in the log of Byhand.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    detail: 'The service is overloaded. Try again after the time in the `Retry-After` header.',
  },
  store_unavailable: {
    status: 503,
    title: 'Database unavailable',
    detail:
      'The database cannot be read or written right now. Try again after the time in the `Retry-After` header.',
  },
  disk_almost_full: {
    status: 503,
    title: 'Disk almost full',
    detail: 'The service accepts no new sessions and files until there is more free disk space.',
  },
  shutting_down: { status: 503, title: 'Shutting down', detail: 'This process is shutting down.' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

export interface FieldError {
  /** JSON pointer into the body, or the name of a parameter. */
  readonly pointer: string
  readonly detail: string
}

export interface ErrorOptions {
  /** Replaces the detail of the table. Must not contain input. */
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

/** A route that exists, but not for this caller. It is answered like one that does not exist. */
export class UnknownRoute extends ApiError {
  constructor() {
    super('not_found')
  }
}

/** An `invalid_request` error for one field. */
export const invalid = (pointer: string, detail: string): ApiError =>
  new ApiError('invalid_request', { errors: [{ pointer, detail }] })

/** A pointer may contain a name that the caller chose, so its length is limited. */
const POINTER_CHARS = 200
/** An API key used as a name by mistake is not repeated. */
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

/** Someone has to free disk space. */
const DISK_RETRY_S = 60

export const diskAlmostFull = (): ApiError => new ApiError('disk_almost_full', { retryAfterS: DISK_RETRY_S })
