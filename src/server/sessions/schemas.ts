/** The session API in the OpenAPI document. */
import { type TSchema, Type } from 'typebox'
import { Evidence } from '../../contract/evidence.ts'
import { ID_BYTES, LIST_LIMIT, USER_LOGS_IN_LISTS } from '../../contract/limits.ts'
import { EventLog, SessionReport, TagSessions, UserSessions } from '../../contract/session.ts'
import type { PathParameter } from '../http/openapi/operation_object.ts'
import { jsonResponse, type OwnError, type ResponseDocument } from '../http/openapi/responses.ts'
import { waitParameter } from '../http/session_wait.ts'
import { writePosition, writeSessionCursor } from './cursor.ts'
import { EXAMPLES } from './examples.ts'

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
/** Entries on one page of an event log. A request without `limit` and `after` returns the whole log. */
export const LOG_PAGE_LIMIT = 10_000

const logOptions = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LOG_PAGE_LIMIT,
      description: 'Entries per page.',
      examples: [500],
    }),
  ),
  after: Type.Optional(
    Type.String({
      description: 'Cursor from the `Link` header of the previous page.',
      examples: [writePosition(500)],
    }),
  ),
}

const waitOption = {
  wait: waitParameter('Maximum seconds to wait for events that are still arriving.'),
}

interface Documented<Options> {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** Name of the id in the URL. */
  readonly name: string
  readonly id: PathParameter
  readonly options: Options
  readonly response: ResponseDocument
  readonly errors?: readonly OwnError[]
}

/** Each operation has two URLs: with the id in the path, or in the query for ids that proxies reject in a path. */
function byPathAndQuery<Options extends Record<string, TSchema>>(documented: Documented<Options>) {
  const { operationId, summary, name, id, options, ...rest } = documented
  const description = `${id.description}, at most ${ID_BYTES} bytes`
  const inQuery = { [name]: Type.String({ description, examples: [id.example] }), ...options }
  return {
    name,
    byPath: {
      ...rest,
      tag: 'Sessions',
      operationId,
      summary,
      params: { [name]: { description, example: id.example } },
      query: Type.Object(options),
    },
    byQuery: {
      ...rest,
      tag: 'Sessions',
      operationId: `${operationId}ByQuery`,
      summary: `${summary} (ID in the query)`,
      query: Type.Object(inQuery as Options),
    },
  }
}

const SESSION = { name: 'sessionId', id: { description: 'Session ID', example: EXAMPLES.sessionId } }

export const REPORT = byPathAndQuery({
  operationId: 'getSessionReport',
  summary: 'Report of one session',
  description:
    'Score, explanation, recommended action and the results of all checks. Never older than the last acknowledged batch.',
  ...SESSION,
  options: waitOption,
  response: jsonResponse(
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
  ...SESSION,
  options: logOptions,
  response: jsonResponse(
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
  ...SESSION,
  options: {},
  response: {
    description: 'The evidence. It contains no typed text.',
    headers: {},
    content: {
      'application/json': {
        schema: Evidence,
        examples: {
          example: {
            get value() {
              return EXAMPLES.evidence
            },
          },
        },
      },
    },
  },
  errors: ['session_not_found'],
})

const LISTED = `At most ${LIST_LIMIT} sessions, most recently started first. \`user_logs\` holds the newest ${USER_LOGS_IN_LISTS} entries of each session; the event log has them all.`

export const USER_SESSIONS = byPathAndQuery({
  operationId: 'listUserSessions',
  summary: 'Sessions of one user',
  description: `${LISTED} An unknown user returns an empty list.`,
  name: 'userId',
  id: { description: 'User ID, as given to the browser script', example: EXAMPLES.userId },
  options: listOptions,
  response: jsonResponse('The sessions.', UserSessions, EXAMPLES.userSessions, {
    ...DEPRECATION_HEADERS,
    ...LINK_HEADER,
  }),
})

export const TAG_SESSIONS = byPathAndQuery({
  operationId: 'listTagSessions',
  summary: 'Sessions with one tag',
  description: `${LISTED} An unknown tag returns an empty list.`,
  name: 'tag',
  id: { description: 'Tag', example: EXAMPLES.tag },
  options: listOptions,
  response: jsonResponse('The sessions.', TagSessions, EXAMPLES.tagSessions, {
    ...DEPRECATION_HEADERS,
    ...LINK_HEADER,
  }),
})
