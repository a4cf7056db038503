/** /v1/exports: all sessions or events as a file. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { CURSOR_EXAMPLE } from '../http/page.ts'
import { EXPORT_FORMATS, type Export, type ExportQuery } from './exports.ts'
import { fileResponse, operationForKeys as operation } from './operation.ts'
import type { ManageContext } from './routes.ts'
import { dashboardFilters, FILTERS } from './session_filters.ts'
import { filterOf } from './session_list.ts'
import { SESSION_EXAMPLE } from './session_routes.ts'

const tag = 'Exports'
const queryOf = (cursor: string) =>
  Type.Object(
    {
      ...FILTERS,
      format: Type.Optional(
        Type.Enum(EXPORT_FORMATS, { default: 'ndjson', description: 'Format of the file.' }),
      ),
      cursor: Type.Optional(
        Type.String({
          maxLength: 800,
          description: '`cursor` of your last complete row. The export continues after it.',
          examples: [cursor],
        }),
      ),
    },
    { additionalProperties: false },
  )
const RESUME =
  'Oldest first, streamed, compressed if the client accepts gzip. Every row has a `cursor`: to resume, send that of the last complete row. With a cursor, CSV has no header line, so that you can append it. At most four exports run at a time on a node; further requests get 503.'

const EVENT_CURSOR = 'WzE3NDI5MTMwNTAyMTAsInE3WnIwblhrVDJtVmI0THc5c1ljSGciLDFd'

const SESSIONS = operation({
  operationId: 'exportSessions',
  tag,
  summary: 'Export sessions',
  description: `One row per session with the fields of the list. ${RESUME}`,
  query: queryOf(CURSOR_EXAMPLE),
  response: fileResponse('The file.', {
    'application/x-ndjson': `${JSON.stringify({ ...SESSION_EXAMPLE, cursor: CURSOR_EXAMPLE })}\n`,
    'text/csv': `session_id,started_at,…,cursor\r\n${SESSION_EXAMPLE.session_id},2025-03-25T14:30:50.210Z,…,${CURSOR_EXAMPLE}\r\n`,
  }),
})
const EVENTS = operation({
  operationId: 'exportEvents',
  tag,
  summary: 'Export events',
  description: `One row per entry of the event logs of the sessions. ${RESUME}`,
  query: queryOf(EVENT_CURSOR),
  response: fileResponse('The file.', {
    'application/x-ndjson': `{"session_id":"${SESSION_EXAMPLE.session_id}","user_id":"customer-1042","action":"Navigated to /checkout","user_time":"Mar 25, 2025 14:30:50","unix_timestamp":1742913050210,"cursor":"${EVENT_CURSOR}"}\n`,
    'text/csv': `session_id,user_id,action,user_time,unix_timestamp,cursor\r\n${SESSION_EXAMPLE.session_id},customer-1042,Navigated to /checkout,"Mar 25, 2025 14:30:50",1742913050210,${EVENT_CURSOR}\r\n`,
  }),
})

export function manageExportRoutes(scope: FastifyInstance, { services, actorOf }: ManageContext): void {
  const { exports, sendExport } = services.operations

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    open: (wanted: ExportQuery) => Promise<Export>,
  ): Promise<FastifyReply> {
    const { format = 'ndjson', cursor, ...filters } = SESSIONS.query(request)
    const filter = filterOf(dashboardFilters(filters))
    return sendExport(request, reply, name, format, () => open({ format, filter, cursor }))
  }

  // No HEAD: Fastify would read the whole export for it.
  const alone = { exposeHeadRoute: false }
  scope.get('/v1/exports/sessions', { ...SESSIONS, ...alone }, (request, reply) =>
    send(request, reply, 'sessions', (wanted) => exports.sessions(actorOf(request), wanted)),
  )
  scope.get('/v1/exports/events', { ...EVENTS, ...alone }, (request, reply) =>
    send(request, reply, 'events', (wanted) => exports.events(actorOf(request), wanted)),
  )
}
