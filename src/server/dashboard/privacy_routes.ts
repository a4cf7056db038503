/** Erasure and export of personal data. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type Erasure, ErasureRequest, ExportRequest } from '../../contract/dashboard/privacy.ts'
import { bodyOf } from '../http/validated.ts'
import type { DashboardContext } from './context.ts'
import { actorOf, atLeast } from './signed_in.ts'

const erasureBody = bodyOf(ErasureRequest)
const exportBody = bodyOf(ExportRequest)
const ownersOnly = { onRequest: atLeast('owner') }

export function privacyRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { people } = context.services.operations

  scope.post('/erasures', ownersOnly, async (request): Promise<Erasure> => {
    return people.erase(actorOf(request.signedIn), erasureBody(request))
  })

  // POST, so that the id of the person is not in a URL, which proxies log.
  scope.post('/exports', ownersOnly, async (request, reply) => {
    const document = await people.export(actorOf(request.signedIn), exportBody(request))
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="byhand-person.json"')
      .send(Readable.from(document))
  })
}
