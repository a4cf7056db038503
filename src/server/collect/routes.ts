/** The route of batches, and its CORS preflight. */
import type { FastifyInstance } from 'fastify'
import { allowOrigin, answerPreflight } from '../http/cors.ts'
import { ApiError } from '../http/errors.ts'
import { problemResponse } from '../http/problems.ts'
import { hostFault } from '../http/sockets.ts'
import type { Services } from '../services.ts'
import { collect, openCollector } from './collect.ts'
import { SEND_BATCH } from './documentation.ts'

/** The content type that needs no preflight, and JSON. */
const MEDIA_TYPES = /^\s*(?:text\/plain|application\/json)\s*(?:;|$)/i

const JSON_TYPE = 'application/json; charset=utf-8'

export async function collectRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, metrics } = services
  const path = config.ingestPath
  const collector = await openCollector(services)
  app.options(path, answerPreflight)

  app.post(path, {
    config: { openapi: SEND_BATCH },
    // A hook, because it runs before Fastify's handling of bodies. `collect` reads the body itself: every byte counts
    // toward the limits of its admission.
    async onRequest({ raw }, reply) {
      metrics.batchesReceived.inc()
      allowOrigin(raw.headers, reply)
      const fault = hostFault(raw)
      if (fault !== null) throw fault
      if (!MEDIA_TYPES.test(raw.headers['content-type'] ?? '')) throw new ApiError('unsupported_media_type')
      const body = await collect(collector, raw, reply)
      return reply.header('content-type', JSON_TYPE).send(body)
    },
    handler() {
      throw new Error('the hook has not answered')
    },
    errorHandler(error: Error, request, reply) {
      const context = { requestId: request.id, route: path, url: request.url }
      const { code, status, headers, body } = problemResponse(services, error, context)
      metrics.batchesRejected.inc({ reason: code })
      return reply.code(status).headers(headers).send(body)
    },
  })
}
