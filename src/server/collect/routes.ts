/** What a page's browser asks before it sends batches; the batches themselves come through `ingest_listener.ts`. */
import type { FastifyInstance } from 'fastify'
import type { Services } from '../base/services.ts'
import { answerPreflight } from './cors.ts'

export async function collectRoutes(app: FastifyInstance, { config }: Services): Promise<void> {
  app.options(config.ingestPath, answerPreflight)
}
