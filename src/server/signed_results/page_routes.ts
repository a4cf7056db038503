/** Routes that pages of other origins call. */
import type { FastifyInstance } from 'fastify'
import { allowOrigin, answerPreflight } from '../http/cors.ts'
import type { Results } from './results.ts'

export async function addPageRoutes(
  app: FastifyInstance,
  paths: readonly string[],
  results: Pick<Results, 'limit'>,
  add: (scope: FastifyInstance) => void,
): Promise<void> {
  for (const path of paths) app.options(path, answerPreflight)
  await app.register(async (scope) => {
    // The content type of text needs no preflight.
    const parseJson = scope.getDefaultJsonParser('error', 'error')
    scope.removeContentTypeParser('text/plain')
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, parseJson)
    scope.addHook('onRequest', async ({ headers, raw }, reply) => {
      allowOrigin(headers, reply)
      results.limit(raw, reply)
    })
    add(scope)
  })
}
