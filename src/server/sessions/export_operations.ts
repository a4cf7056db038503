/** All sessions or events as a file. */
import { Type } from 'typebox'
import { Closed, CURSOR_EXAMPLE } from '../../contract/dashboard/page.ts'
import { EventRow, SESSION_FILTERS, SessionRow } from '../../contract/dashboard/sessions.ts'
import { FormatChoice } from '../http/export_file.ts'
import { fileResponse, type Operation, operation } from '../http/operation.ts'
import type { SendExport } from '../http/send_export.ts'
import type { SessionExports } from './exports.ts'
import { SESSION_EXAMPLE } from './operations.ts'
import { filterOf } from './session_filters.ts'

const tag = 'Exports'
const queryWith = (cursor: string) =>
  Closed({
    ...SESSION_FILTERS,
    format: FormatChoice,
    cursor: Type.Optional(
      Type.String({
        maxLength: 800,
        description: '`cursor` of your last complete row. The export continues after it.',
        examples: [cursor],
      }),
    ),
  })
const RESUME =
  'Oldest first, streamed. To resume, send the `cursor` of the last complete row; CSV then has no header line.'

const EVENT_CURSOR = 'WzE3NDI5MTMwNTAyMTAsInE3WnIwblhrVDJtVmI0THc5c1ljSGciLDFd'

export function exportOperations(exports: SessionExports, send: SendExport): readonly Operation[] {
  return [
    operation({
      route: 'GET /v1/exports/sessions',
      audit: 'exported',
      allow: { scope: 'admin', role: 'analyst' },
      operationId: 'exportSessions',
      tag,
      summary: 'Export sessions',
      description: `One row per session with the fields of the list. ${RESUME}`,
      query: queryWith(CURSOR_EXAMPLE),
      head: false,
      response: fileResponse(
        `session_id,started_at,…,cursor\r\n${SESSION_EXAMPLE.session_id},2025-03-25T14:30:50.210Z,…,${CURSOR_EXAMPLE}\r\n`,
        { schema: SessionRow, example: { ...SESSION_EXAMPLE, cursor: CURSOR_EXAMPLE } },
      ),
      handle(call) {
        const { format = 'ndjson', cursor, ...filters } = call.query
        const filter = filterOf(filters)
        return send(call, format, async () => ({
          name: 'byhand-sessions',
          file: await exports.sessions(call.actor, { format, filter, cursor }),
        }))
      },
    }),
    operation({
      route: 'GET /v1/exports/events',
      audit: 'exported',
      allow: { scope: 'admin' },
      operationId: 'exportEvents',
      tag,
      summary: 'Export events',
      description: `One row per entry of the event logs of the sessions. ${RESUME}`,
      query: queryWith(EVENT_CURSOR),
      head: false,
      response: fileResponse(
        `session_id,user_id,action,user_time,unix_timestamp,cursor\r\n${SESSION_EXAMPLE.session_id},customer-1042,Navigated to /checkout,"Mar 25, 2025 14:30:50",1742913050210,${EVENT_CURSOR}\r\n`,
        {
          schema: EventRow,
          example: {
            session_id: SESSION_EXAMPLE.session_id,
            user_id: 'customer-1042',
            action: 'Navigated to /checkout',
            user_time: 'Mar 25, 2025 14:30:50',
            unix_timestamp: 1_742_913_050_210,
            cursor: EVENT_CURSOR,
          },
        },
      ),
      handle(call) {
        const { format = 'ndjson', cursor, ...filters } = call.query
        const filter = filterOf(filters)
        return send(call, format, async () => ({
          name: 'byhand-events',
          file: await exports.events(call.actor, { format, filter, cursor }),
        }))
      },
    }),
  ]
}
