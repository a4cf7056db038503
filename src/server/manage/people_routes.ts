/** /v1/erasures and /v1/exports/person. POST, so that the id of the person is not in a URL, which proxies log. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Erasure, ErasureRequest } from '../../contract/dashboard/privacy.ts'
import { jsonResponse } from '../http/openapi_responses.ts'
import { fileResponse, operation } from './operation.ts'
import type { ManageContext } from './routes.ts'

const tag = 'Manage personal data'
const body = { schema: ErasureRequest, example: { user_id: 'customer-1042' } }

const ERASE = operation({
  operationId: 'erasePerson',
  tag,
  summary: "Erase a person's data",
  description:
    'Deletes all data of one user, one session, or one survey participant (in one survey or all). This cannot be undone. A repeated request erases nothing and succeeds.',
  body,
  response: jsonResponse('The number of erased items.', Erasure, {
    at: 1_742_913_050_000,
    sessions: 3,
    analyses: 0,
    labels: 1,
    deliveries: 6,
    upload_rows: 0,
  }),
  errors: ['upload_running'],
})
const EXPORT = operation({
  operationId: 'exportPerson',
  tag,
  summary: "Export a person's data",
  description:
    'One JSON document with everything that an erasure of the same subject would delete. If there is no data, its lists are empty.',
  body,
  response: fileResponse('The document, streamed.', {
    'application/json':
      '{"format":1,"exported_at":"2025-03-25T14:30:50.000Z","workspace":"ws_1","subject":{"user_id":"customer-1042"},"sessions":[],"analyses":[],"upload_rows":[]}',
  }),
})

export function managePeopleRoutes(scope: FastifyInstance, { services, actorOf }: ManageContext): void {
  const { people } = services.operations

  scope.post('/v1/erasures', ERASE, async (request) => people.erase(actorOf(request), ERASE.body(request)))

  scope.post('/v1/exports/person', EXPORT, async (request, reply) => {
    const document = await people.export(actorOf(request), EXPORT.body(request))
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="byhand-person.json"')
      .send(Readable.from(document))
  })
}
