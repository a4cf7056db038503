/** The signed result: a route for pages, next to the ingest path, and one for servers. */
import type { FastifyInstance } from 'fastify'
import { RESULT_SUFFIX } from '../../contract/paths.ts'
import { ResultRequest, VerifyRequest } from '../../contract/result.ts'
import type { Services } from '../base/services.ts'
import { requireKey } from '../http/auth.ts'
import { allowOrigin, answerPreflight } from '../http/cors.ts'
import { bodyOf } from '../http/validated.ts'
import { openResults } from './results.ts'
import { ISSUE, VERIFY } from './schemas.ts'

/** Larger than the longest valid request. */
const BODY_BYTES = 16 * 1024

const wanted = bodyOf(ResultRequest)
const toVerify = bodyOf(VerifyRequest)

export async function resultRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const results = await openResults(services)
  const path = services.config.ingestPath + RESULT_SUFFIX
  app.options(path, answerPreflight)

  await app.register(async (scope) => {
    documentOnly(scope)
    // The content type of text needs no preflight.
    const parseJson = scope.getDefaultJsonParser('error', 'error')
    scope.removeContentTypeParser('text/plain')
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, parseJson)
    scope.addHook('onRequest', async ({ headers, raw }, reply) => {
      allowOrigin(headers, reply)
      results.limit(raw, reply)
    })
    scope.post(path, { schema: ISSUE, bodyLimit: BODY_BYTES }, async (request, reply) =>
      results.issue(wanted(request), request.raw, reply),
    )
  })

  await app.register(async (scope) => {
    documentOnly(scope)
    scope.addHook('onRequest', requireKey(services, 'sessions'))
    scope.post('/v1/results/verify', { schema: VERIFY, bodyLimit: BODY_BYTES }, async (request) => {
      const { result, site_key: siteKey, hostnames, once, idempotency_key } = toVerify(request)
      const { workspace } = request.caller
      const verified = await results.verify(workspace, result, { siteKey, hostnames })
      if (!verified.valid || !once) return verified
      const isFirst = await results.redeem(workspace, verified.result, idempotency_key)
      return isFirst ? verified : { valid: false, reason: 'already_used' }
    })
  })
}

/** The schemas are documentation only; the contract's own parsers validate. */
function documentOnly(scope: FastifyInstance): void {
  scope.setValidatorCompiler(() => () => true)
  scope.setSerializerCompiler(() => JSON.stringify)
}
