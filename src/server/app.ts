/** The HTTP face: one Fastify instance with limits, headers and problem documents for every route. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'
import { sendProblem, setProblemHandlers } from './problems.ts'
import { requestIds } from './request_id.ts'
import { ROUTES } from './routes.ts'
import type { Services } from './services.ts'
import { answerBrokenHttp, answerExpectations, limitSockets } from './sockets.ts'

const HEADERS_TIMEOUT_MS = 5_000
/** From the first byte of a request to the last of its body. */
const REQUEST_TIMEOUT_MS = 10_000
/** Node looks for late requests every 30 s unless told otherwise. */
const LOOK_FOR_LATE_MS = 1_000
/** Longer than the idle time of common proxies, so that it is never us who close first. */
const KEEP_ALIVE_MS = 72_000
const HEADER_BYTES = 16 * 1024
/** An id of 256 bytes, each percent-encoded, with room to spare: longer ones get a sentence, not a 404. */
const PARAM_CHARS = 4096

/** An answer of the API is data: nothing in it may run, be framed, be sniffed or be kept. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

export async function buildApp(services: Services): Promise<FastifyInstance> {
  const nextRequestId = requestIds()
  const app = Fastify({
    logger: false,
    genReqId: nextRequestId,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Requests already on a live connection are answered while we close, and told to reconnect.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_CHARS },
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: LOOK_FOR_LATE_MS,
      maxHeaderSize: HEADER_BYTES,
      // Checked below, where the answer can be a problem document.
      requireHostHeader: false,
    },
    clientErrorHandler: answerBrokenHttp(nextRequestId),
    // An address that cannot be decoded never reaches the hooks below.
    frameworkErrors: (error, request, reply) =>
      sendProblem(services, error, request, withOwnHeaders(request, reply)),
  })
  limitSockets(app.server, services.config)
  answerExpectations(app.server, nextRequestId)
  app.decorateRequest('caller')

  app.addHook('onRequest', (request, reply, done) => {
    withOwnHeaders(request, reply)
    done()
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const isNamed = request.headers.host !== undefined || request.raw.httpVersion === '1.0'
    done(isNamed ? null : new ApiError('invalid_http', { detail: 'The Host header is missing.' }))
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    services.metrics.requestSeconds.observe({ route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (services.log.isDebug) {
      services.log.debug('request', {
        request_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      })
    }
    done()
  })

  setProblemHandlers(app, services)
  for (const routes of ROUTES) await routes(app, services)
  return app
}

function withOwnHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
}
