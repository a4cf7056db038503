/** Where the browser script sends its batches. */
import type { FastifyInstance } from 'fastify'
import { openAdmission } from '../admission.ts'
import { openClientAddress } from '../client_address.ts'
import { sendProblem, toApiError } from '../problems.ts'
import type { Services } from '../services.ts'
import { openTokens } from '../token.ts'
import { type Collector, collect } from './collect.ts'
import { answerPreflight } from './cors.ts'
import { openUserProof } from './user_proof.ts'

/** Types a page may send without a preflight, and JSON under its own name. */
const MEDIA_TYPES = ['text/plain', 'application/json']

export async function collectRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, store, metrics, log } = services
  const collector: Collector = {
    services,
    tokens: await openTokens(store.keys, config.tokenKey),
    users: openUserProof(store.keys),
    admission: openAdmission(),
    addresses: openClientAddress(config.trustedProxies, () =>
      log.warn('X-Forwarded-For is ignored, because whoever sent it is not in BYHAND_TRUSTED_PROXIES'),
    ),
  }

  await app.register(async (scope) => {
    // The body is left in the socket: `collect` reads it once it knows that it wants to.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(MEDIA_TYPES, (_request, _payload, done) => done(null))

    scope.options(config.ingestPath, answerPreflight)

    scope.post(config.ingestPath, {
      onRequest: (_request, _reply, done) => {
        metrics.batchesReceived.inc()
        done()
      },
      errorHandler: (error, request, reply) => {
        metrics.batchesRejected.inc({ reason: toApiError(error).code })
        return sendProblem(services, error, request, reply)
      },
      handler: async (request, reply) => {
        const answer = await collect(collector, request, reply)
        return reply.type('application/json; charset=utf-8').send(answer)
      },
    })
  })
}
