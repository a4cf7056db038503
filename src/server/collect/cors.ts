/**
 * Pages on other origins may send batches and read the answer, without cookies. Which origin a site key allows is
 * known only from the body, so a preflight, which grants nothing by itself, is answered to every origin; an answer
 * stays readable to the page that sent the batch, unless the key refuses its origin.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResponseHeaders } from '../http/response_headers.ts'

const PREFLIGHT_MAX_AGE_S = 7_200

export function allowOrigin({ origin }: IncomingHttpHeaders, answer: ResponseHeaders): void {
  answer.header('vary', 'Origin')
  if (origin === undefined) return
  answer.header('access-control-allow-origin', origin)
  answer.header('access-control-expose-headers', 'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id')
}

export function refuseOrigin(answer: ResponseHeaders): void {
  answer.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers')
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
