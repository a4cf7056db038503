/** `/metrics` on the main port, for clients with the metrics key. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { hashKey } from '../workspace/keys.ts'

export async function metricsRoutes(app: FastifyInstance, { config, metrics }: Services): Promise<void> {
  const { key } = config.metrics
  if (key === undefined) return
  const expected = hashKey(`Bearer ${key}`)
  app.get('/metrics', async (request, reply) => {
    const given = request.headers.authorization
    if (given === undefined) throw new ApiError('missing_key', { detail: 'Send the metrics key.' })
    if (!timingSafeEqual(hashKey(given), expected)) throw new ApiError('invalid_key')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}
