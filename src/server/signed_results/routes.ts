/** The signed result: a route for pages, next to the ingest path. */
import type { FastifyInstance } from 'fastify'
import { RESULT_SUFFIX } from '../../contract/paths.ts'
import { ResultRequest } from '../../contract/result.ts'
import type { Services } from '../services.ts'
import { addPageRoutes } from './page_routes.ts'
import { openResults } from './results.ts'
import { BODY_BYTES, ISSUE } from './schemas.ts'

export async function resultRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const results = await openResults(services)
  const path = services.config.ingestPath + RESULT_SUFFIX
  await addPageRoutes(app, [path], results, (scope) => {
    const options = { schema: { body: ResultRequest }, config: { openapi: ISSUE }, bodyLimit: BODY_BYTES }
    scope.post<{ Body: ResultRequest }>(path, options, ({ body, raw }, reply) =>
      results.issue(body, raw, reply),
    )
  })
}
