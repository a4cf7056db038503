/** The route of batches, and its CORS preflight. */
import type { FastifyInstance } from 'fastify'
import { allowOrigin, answerPreflight } from '../http/cors.ts'
import { ApiError } from '../http/errors.ts'
import { problemResponse } from '../http/problems.ts'
import type { Services } from '../services.ts'
import { collect, openCollector } from './collect.ts'

/** The content type that needs no preflight, and JSON. */
const MEDIA_TYPES = /^\s*(?:text\/plain|application\/json)\s*(?:;|$)/i

const JSON_TYPE = 'application/json; charset=utf-8'

export async function collectRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, metrics } = services
  const path = config.ingestPath
  const collector = await openCollector(services)
  app.options(path, answerPreflight)

  await app.register(async (scope) => {
    // `collect` reads the body itself, because every byte counts toward the limits of its admission.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', (request, reply, done) => {
      metrics.batchesReceived.inc()
      allowOrigin(request.headers, reply)
      done()
    })
    scope.setErrorHandler((error: Error, request, reply) => {
      const context = { requestId: request.id, route: path, url: request.url }
      const { code, status, headers, body } = problemResponse(services, error, context)
      metrics.batchesRejected.inc({ reason: code })
      return reply.code(status).headers(headers).send(body)
    })
    scope.post(path, async ({ raw }, reply) => {
      if (!MEDIA_TYPES.test(raw.headers['content-type'] ?? '')) throw new ApiError('unsupported_media_type')
      const body = await collect(collector, raw, reply)
      return reply.header('content-type', JSON_TYPE).send(body)
    })
  })
}
