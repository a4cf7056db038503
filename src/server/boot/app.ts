/** The HTTP server: one Fastify instance with limits, headers and problem documents for every route. */
import { createServer, type RequestListener, type Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { holdConnections } from '../http/held_connections.ts'
import { sendProblem, setProblemHandlers } from '../http/problems.ts'
import { recordResponse } from '../http/record_response.ts'
import { requestIds } from '../http/request_id.ts'
import { defaultHeaders } from '../http/response_headers.ts'
import {
  acceptAbsoluteForm,
  acceptTrailingSlash,
  answerExpectations,
  answerInvalidHttp,
  hostFault,
  limitSockets,
} from '../http/sockets.ts'
import { limitUnread } from '../http/unread_limits.ts'
import { PARAM_CHARS, WITHOUT_COMPILERS } from '../http/validation.ts'
import type { OperationServices } from './open_operations.ts'
import { ROUTES } from './routes.ts'

const HEADERS_TIMEOUT_MS = 5_000
/** From the first byte of a request to the last of its body. */
const REQUEST_TIMEOUT_MS = 10_000
/** Node's default is 30 s, too coarse for the timeouts above. */
const TIMEOUT_CHECK_MS = 1_000
/** Longer than the idle timeout of common proxies, so that the proxy closes first. */
const KEEP_ALIVE_MS = 72_000
const HEADER_BYTES = 16 * 1024

export async function buildApp(services: OperationServices): Promise<FastifyInstance> {
  const nextRequestId = requestIds()
  const app = Fastify({
    logger: false,
    schemaController: WITHOUT_COMPILERS,
    genReqId: nextRequestId,
    serverFactory: (handler) => openServer(services, handler),
    // While the server closes, requests on live connections still get a response, with `Connection: close`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_CHARS },
    clientErrorHandler: answerInvalidHttp(nextRequestId),
    // A URL that cannot be decoded never reaches the hooks below.
    frameworkErrors: (error, request, reply) =>
      sendProblem(services, error, request, withDefaultHeaders(request, reply)),
  })
  limitSockets(app.server, services.config)
  answerExpectations(app.server, nextRequestId)
  app.decorateRequest('caller')
  app.decorateRequest('actor')
  app.decorateRequest('signedIn')

  app.addHook('onRequest', (request, reply, done) => {
    withDefaultHeaders(request, reply)
    done()
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => done(hostFault(request.raw)))
  app.addHook('onResponse', (request, reply, done) => {
    recordResponse(services, {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
    done()
  })

  app.addHook('preClose', (done) => {
    services.operations.surveyJobs.close()
    done()
  })

  setProblemHandlers(app, services)
  for (const routes of ROUTES) await routes(app, services)
  return app
}

function openServer({ config, metrics }: OperationServices, handler: RequestListener): Server {
  const options = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    maxHeaderSize: HEADER_BYTES,
    // `hostFault` checks it, so that the response is a problem document.
    requireHostHeader: false,
  }
  const server = createServer(options)
  const holdNext = holdConnections(server, config.trustedProxies)
  const limited = limitUnread(server, (reason, socket) => {
    metrics.socketsClosed.inc({ reason })
    if (reason === 'requests') holdNext(socket)
  })
  return server.on('request', (request, response) =>
    limited(request, response, () => {
      acceptAbsoluteForm(request)
      acceptTrailingSlash(request, config.ingestPath)
      handler(request, response)
    }),
  )
}

function withDefaultHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers(defaultHeaders(request.id))
}
