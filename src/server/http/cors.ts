/**
 * CORS for requests of the browser script, without cookies. The site key is in the body, so a preflight, which grants
 * nothing by itself, succeeds for every origin. Every page may read the response, so that the script can name a refused key or origin.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResponseHeaders } from './response_headers.ts'

const PREFLIGHT_MAX_AGE_S = 7_200

export function allowOrigin({ origin }: IncomingHttpHeaders, response: ResponseHeaders): void {
  response.header('vary', 'Origin')
  if (origin === undefined) return
  response.header('access-control-allow-origin', origin)
  response.header('access-control-expose-headers', 'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id')
}

export function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  allowOrigin(request.headers, reply)
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type, Content-Encoding',
      'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
      'cache-control': `public, max-age=${PREFLIGHT_MAX_AGE_S}`,
    })
    .send()
}
