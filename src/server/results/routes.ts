/** The signed result: a route for pages, next to the ingest path. */
import type { FastifyInstance } from 'fastify'
import { RESULT_SUFFIX } from '../../contract/paths.ts'
import type { ResultRequest } from '../../contract/result.ts'
import { allowOrigin, answerPreflight } from '../http/cors.ts'
import type { Services } from '../services.ts'
import { openResults } from './results.ts'
import { BODY_BYTES, ISSUE } from './schemas.ts'

export async function resultRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const results = await openResults(services)
  const path = services.config.ingestPath + RESULT_SUFFIX
  app.options(path, answerPreflight)

  await app.register(async (scope) => {
    // The content type of text needs no preflight.
    const parseJson = scope.getDefaultJsonParser('error', 'error')
    scope.removeContentTypeParser('text/plain')
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, parseJson)
    scope.addHook('onRequest', async ({ headers, raw }, reply) => {
      allowOrigin(headers, reply)
      results.limit(raw, reply)
    })
    const options = { schema: ISSUE, bodyLimit: BODY_BYTES }
    scope.post<{ Body: ResultRequest }>(path, options, ({ body, raw }, reply) =>
      results.issue(body, raw, reply),
    )
  })
}
