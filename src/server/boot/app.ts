/** The HTTP face: one Fastify instance with limits, headers and problem documents for every route. */
import { createServer, type RequestListener, type Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type IngestListener, openIngestListener } from '../collect/ingest_listener.ts'
import { ownHeaders } from '../http/answer_headers.ts'
import { noteAnswered } from '../http/answered.ts'
import { sendProblem, setProblemHandlers } from '../http/problems.ts'
import { requestIds } from '../http/request_id.ts'
import { answerBrokenHttp, answerExpectations, hostFault, limitSockets } from '../http/sockets.ts'
import type { SurveyServices } from '../survey/service.ts'
import { ROUTES } from './routes.ts'

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

export async function buildApp(services: SurveyServices): Promise<FastifyInstance> {
  const nextRequestId = requestIds()
  const listener = await openIngestListener(services, nextRequestId)
  const app = Fastify({
    logger: false,
    genReqId: nextRequestId,
    serverFactory: (handler) => openServer(listener, handler),
    // Requests already on a live connection are answered while we close, and told to reconnect.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_CHARS },
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
  app.addHook('preParsing', (request, _reply, _payload, done) => done(hostFault(request.raw)))
  app.addHook('onResponse', (request, reply, done) => {
    noteAnswered(services, {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
    done()
  })

  app.addHook('preClose', (done) => {
    listener.close()
    done()
  })

  setProblemHandlers(app, services)
  for (const routes of ROUTES) await routes(app, services)
  return app
}

function openServer(listener: IngestListener, handler: RequestListener): Server {
  const options = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: LOOK_FOR_LATE_MS,
    maxHeaderSize: HEADER_BYTES,
    // `hostFault` looks for it.
    requireHostHeader: false,
  }
  return createServer(options, (request, response) => {
    if (listener.isFor(request)) listener.take(request, response)
    else handler(request, response)
  })
}

function withOwnHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers(ownHeaders(request.id))
}
