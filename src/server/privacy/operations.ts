/** Erasure and export of personal data. POST, so that the id of the person is not in a URL, which proxies log. */
import { Readable } from 'node:stream'
import { Erasure, ErasureRequest } from '../../contract/dashboard/privacy.ts'
import { jsonResponse } from '../http/openapi_responses.ts'
import { fileResponse, type Operation, operation } from '../http/operation.ts'
import type { PeopleOperations } from './people.ts'

const tag = 'Manage personal data'
const SUBJECT = { user_id: 'customer-1042' }
const OWNERS = { scope: 'admin', role: 'owner' } as const

export const privacyOperations = (people: PeopleOperations): readonly Operation[] => [
  operation({
    route: 'POST /v1/erasures',
    allow: OWNERS,
    operationId: 'erasePerson',
    tag,
    summary: "Erase a person's data",
    description:
      'Deletes all data of one user, one session, or one survey participant (in one survey or all). This cannot be undone. A repeated request erases nothing and succeeds.',
    body: ErasureRequest,
    bodyExample: SUBJECT,
    response: jsonResponse('The number of erased items.', Erasure, {
      at: 1_742_913_050_000,
      sessions: 3,
      analyses: 0,
      labels: 1,
      deliveries: 6,
      upload_rows: 0,
    }),
    errors: ['upload_running'],
    handle: ({ actor, body }) => people.erase(actor, body),
  }),
  operation({
    route: 'POST /v1/exports/person',
    allow: OWNERS,
    operationId: 'exportPerson',
    tag,
    summary: "Export a person's data",
    description:
      'One JSON document with everything that an erasure of the same subject would delete. If there is no data, its lists are empty.',
    body: ErasureRequest,
    bodyExample: SUBJECT,
    response: fileResponse('The document, streamed.', {
      'application/json':
        '{"format":1,"exported_at":"2025-03-25T14:30:50.000Z","workspace":"ws_1","subject":{"user_id":"customer-1042"},"sessions":[],"analyses":[],"upload_rows":[]}',
    }),
    handle: async ({ actor, body, reply }) =>
      reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="byhand-person.json"')
        .send(Readable.from(await people.export(actor, body))),
  }),
]
