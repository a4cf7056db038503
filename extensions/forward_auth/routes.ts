/** Forward auth for proxies, and the script that keeps the signed result in a cookie. */
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../src/server/http/errors.ts'
import { publicPage } from '../../src/server/http/limit_pages.ts'
import { isBuilt, loadBuilt } from '../../src/server/http/script_file.ts'
import { SCRIPT_HEADERS } from '../../src/server/http/script_routes.ts'
import { sendFile } from '../../src/server/http/static_file.ts'
import type { Services } from '../../src/server/services.ts'
import { openResults } from '../../src/server/signed_results/results.ts'
import { openForwardAuth } from './forward_auth.ts'
import { requireProxyKey } from './proxy_key.ts'
import { FORWARD_AUTH, ForwardAuthQuery } from './schemas.ts'

export async function forwardAuthRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const forwardAuth = openForwardAuth(services, await openResults(services))

  await app.register(async (scope) => {
    scope.addHook('onRequest', requireProxyKey(services))
    scope.get<{ Querystring: ForwardAuthQuery }>(
      '/v1/forward-auth',
      { schema: { querystring: ForwardAuthQuery }, config: { openapi: FORWARD_AUTH } },
      async (request, reply) => {
        const { site_key } = request.query
        const { outcome, reason, sessionId, score, agent } = await forwardAuth.decide(
          request.caller.workspace,
          site_key,
          request.raw,
        )
        // Some proxies pass this response on to the visitor, who must not learn the reason.
        if (outcome === 'block') throw new ApiError('visitor_rejected')
        // Every header every time: some proxies keep the visitor's own header where the response has none.
        reply.headers({
          'x-byhand-outcome': outcome,
          'x-byhand-reason': reason,
          'x-byhand-session': sessionId ?? 'none',
          'x-byhand-score': score ?? 'none',
          'x-byhand-agent': agent.status === 'verified' ? agent.verified_agent.name : 'none',
          'x-byhand-agent-signature': agent.status,
        })
        const verified = agent.status === 'verified' && { verified_agent: agent.verified_agent }
        return { outcome, reason, agent_signature: agent.status, ...verified }
      },
    )
  })

  if (!isBuilt()) return
  const script = loadBuilt('cookie.js')
  app.get('/cookie.js', publicPage(services), (request, reply) =>
    sendFile(request, reply.headers(SCRIPT_HEADERS), script),
  )
}
