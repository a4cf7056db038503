/** The session API in the OpenAPI document. */
import { type TSchema, Type } from 'typebox'
import { Evidence } from '../../contract/evidence.ts'
import { ID_BYTES, LIST_LIMIT, USER_LOGS_IN_LISTS } from '../../contract/limits.ts'
import { EventLog, SessionReport, TagSessions, UserSessions } from '../../contract/session.ts'
import { MAX_WAIT_S } from '../base/session_wait.ts'
import type { ErrorCode } from '../http/errors.ts'
import { jsonResponse, problemResponses, type ResponseDocument } from '../http/openapi_responses.ts'
import { writePosition, writeSessionCursor } from './cursor.ts'
import { EXAMPLES } from './examples.ts'

const SECURITY = [{ secretKey: [] }]

const ON_EVERY_ROUTE: readonly ErrorCode[] = [
  'invalid_request',
  'missing_key',
  'invalid_key',
  'site_key_rejected',
  'wrong_scope',
]

/** RFC 9745 and RFC 8594: `user_logs` is deprecated since the first release and is removed a year later. */
export const DEPRECATION = `@${Date.UTC(2026, 10, 15) / 1000}`
export const SUNSET = new Date(Date.UTC(2027, 10, 15)).toUTCString()

const LIST_CURSOR = writeSessionCursor({ startedAt: 1_742_913_050_210, sessionId: EXAMPLES.sessionId })

const DEPRECATION_HEADERS = {
  Deprecation: {
    description: 'Date since which `user_logs` has been deprecated (RFC 9745).',
    schema: { type: 'string', examples: [DEPRECATION] },
  },
  Sunset: {
    description: 'Date on which `user_logs` will be removed (RFC 8594).',
    schema: { type: 'string', examples: [SUNSET] },
  },
}
const LINK_HEADER = {
  Link: {
    description: 'With `rel="next"`: the URL of the next page, if there is one.',
    schema: {
      type: 'string',
      examples: [`</v1/tags/checkout/sessions?before=${LIST_CURSOR}>; rel="next"`],
    },
  },
}

const id = (description: string, example: string) =>
  Type.String({ description: `${description}, at most ${ID_BYTES} bytes`, examples: [example] })

const listOptions = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIST_LIMIT,
      default: LIST_LIMIT,
      description: 'Sessions per page.',
    }),
  ),
  before: Type.Optional(
    Type.String({
      description: 'Cursor from the `Link` header of the previous page.',
      examples: [LIST_CURSOR],
    }),
  ),
  min_score: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Only sessions with at least this `risk_score`.',
      examples: [50],
    }),
  ),
}
const logOptions = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'Entries per page.', examples: [500] }),
  ),
  after: Type.Optional(
    Type.String({
      description: 'Cursor from the `Link` header of the previous page.',
      examples: [writePosition(500)],
    }),
  ),
}

const waitOption = {
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_S,
      default: 0,
      examples: [1],
      description:
        'Maximum seconds to wait for events that are still arriving. The wait ends when the session exists, no batch is missing, and a batch has arrived after the request or within the second before it.',
    }),
  ),
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameter: string
  readonly parameterSchema: TSchema
  readonly options: Readonly<Record<string, TSchema>>
  readonly path: string
  readonly found: ResponseDocument
  readonly errors?: readonly ErrorCode[]
}

/** Each operation has two URLs: with the id in the path, or in the query for ids that proxies reject in a path. */
function byPathAndQuery({
  operationId,
  summary,
  description,
  parameter,
  parameterSchema,
  options,
  path,
  found,
  errors = [],
}: Operation) {
  const base = {
    tags: ['Sessions'],
    summary,
    description,
    security: SECURITY,
    response: {
      200: found,
      ...problemResponses(
        path,
        [...ON_EVERY_ROUTE, ...errors],
        [{ pointer: parameter, detail: 'is required' }],
      ),
    },
  }
  return {
    byPath: {
      ...base,
      operationId,
      params: Type.Object({ [parameter]: parameterSchema }),
      querystring: Type.Object(options),
    },
    byQuery: {
      ...base,
      operationId: `${operationId}ByQuery`,
      summary: `${summary} (ID in the query)`,
      querystring: Type.Object({ [parameter]: parameterSchema, ...options }),
    },
  }
}

export const REPORT = byPathAndQuery({
  operationId: 'getSessionReport',
  summary: 'Report of one session',
  description:
    'Score, explanation, recommended action and the results of all checks. Never older than the last acknowledged batch.',
  parameter: 'sessionId',
  parameterSchema: id('Session ID', EXAMPLES.sessionId),
  options: waitOption,
  path: '/v1/sessions/report',
  found: jsonResponse(
    'The report. `user_id` is present only if the session has one.',
    SessionReport,
    EXAMPLES.report,
    DEPRECATION_HEADERS,
  ),
  errors: ['session_not_found'],
})

export const EVENTS = byPathAndQuery({
  operationId: 'getSessionEvents',
  summary: 'Event log of one session',
  description:
    'The events of the session, in order. Without parameters, the whole log; with `limit` and `after`, pages of it.',
  parameter: 'sessionId',
  parameterSchema: id('Session ID', EXAMPLES.sessionId),
  options: logOptions,
  path: '/v1/sessions/events',
  found: jsonResponse(
    '`event_count` is the total of the session, not of the page.',
    EventLog,
    EXAMPLES.eventLog,
    LINK_HEADER,
  ),
  errors: ['session_not_found'],
})

export const EVIDENCE = byPathAndQuery({
  operationId: 'getSessionEvidence',
  summary: 'Evidence behind one report',
  description:
    'For each check: measurements, thresholds, weight, and the score without it. Also the recording that the report is built from. `byhand verify` rebuilds the same document offline.',
  parameter: 'sessionId',
  parameterSchema: id('Session ID', EXAMPLES.sessionId),
  options: {},
  path: '/v1/sessions/evidence',
  found: jsonResponse('The evidence. It contains no typed text.', Evidence, EXAMPLES.evidence, {}),
  errors: ['session_not_found'],
})

const LISTED = `At most ${LIST_LIMIT} sessions, most recently started first. \`user_logs\` holds the newest ${USER_LOGS_IN_LISTS} entries of each session; the event log has them all.`

export const USER_SESSIONS = byPathAndQuery({
  operationId: 'listUserSessions',
  summary: 'Sessions of one user',
  description: `${LISTED} An unknown user returns an empty list.`,
  parameter: 'userId',
  parameterSchema: id('User ID, as given to the browser script', EXAMPLES.userId),
  options: listOptions,
  path: '/v1/users/sessions',
  found: jsonResponse('The sessions.', UserSessions, EXAMPLES.userSessions, {
    ...DEPRECATION_HEADERS,
    ...LINK_HEADER,
  }),
})

export const TAG_SESSIONS = byPathAndQuery({
  operationId: 'listTagSessions',
  summary: 'Sessions with one tag',
  description: `${LISTED} An unknown tag returns an empty list.`,
  parameter: 'tag',
  parameterSchema: id('Tag', EXAMPLES.tag),
  options: listOptions,
  path: '/v1/tags/sessions',
  found: jsonResponse('The sessions.', TagSessions, EXAMPLES.tagSessions, {
    ...DEPRECATION_HEADERS,
    ...LINK_HEADER,
  }),
})
