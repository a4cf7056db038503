/** The CORS preflight for batches; `ingest_listener.ts` handles the batches themselves. */
import type { FastifyInstance } from 'fastify'
import type { Services } from '../base/services.ts'
import { answerPreflight } from './cors.ts'

export async function collectRoutes(app: FastifyInstance, { config }: Services): Promise<void> {
  app.options(config.ingestPath, answerPreflight)
}
