/** Turns every error into a problem document (RFC 9457). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defined } from '../../contract/defined.ts'
import { StoreConflict, StoreUnavailable } from '../../store/errors.ts'
import type { Services } from '../services.ts'
import { ApiError, ERRORS, type ErrorCode, invalid, problemOf, UnknownRoute } from './errors.ts'
import { nearestRoute } from './nearest_route.ts'
import { hostFault } from './sockets.ts'

const SURVEY_PATH = '/survey-check/'
const API = '/v1/'

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Long enough for a database to restart, short enough that clients lose nothing. */
const STORE_RETRY_S = 5

/** Fastify's errors with a code of their own here; other 4xx errors become `invalid_request`. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_NOT_FOUND: 'not_found',
}

export function setProblemHandlers(app: FastifyInstance, services: Services): void {
  const routes = routeTable()
  app.addHook('onRoute', ({ url, method, config }) => routes.add(url, method, config?.openapi !== undefined))
  app.setErrorHandler((error: Error, request, reply) =>
    sendProblem(
      services,
      error instanceof UnknownRoute ? unknown(pathOf(request.url)) : error,
      request,
      reply,
    ),
  )
  const unknown = (path: string): ApiError => {
    const detail = path.startsWith(SURVEY_PATH)
      ? `There is no such survey version. Known: ${routes.under(SURVEY_PATH).join(', ')}.`
      : routes.hint(path)
    return new ApiError('not_found', defined({ detail }))
  }
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request.url)
    const allowed = routes.methodsOf(path)
    if (allowed.length === 0) return sendProblem(services, unknown(path), request, reply)
    reply.header('allow', allowed.join(', '))
    return sendProblem(services, new ApiError('method_not_allowed'), request, reply)
  }
  app.setNotFoundHandler(answerUnknown)
  // Before the body is parsed, because a wrong method or address matters more than a wrong body.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && hostFault(request.raw) === null) answerUnknown(request, reply)
    else done()
  })
}

/** A problem document as a response. */
export interface ProblemResponse {
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Where the error occurred: `route` as registered, `url` as requested. */
export interface ProblemContext {
  readonly requestId: string
  readonly route: string
  readonly url: string
}

export function problemResponse(services: Services, raised: Error, context: ProblemContext): ProblemResponse {
  const error = toApiError(raised)
  if (error.code === 'internal_error' || error.code === 'store_unavailable') {
    services.logFailure(error.code, raised, { request_id: context.requestId, route: context.route })
  }
  const { retryAfterS } = error.options
  return {
    code: error.code,
    status: error.status,
    headers: {
      'content-type': PROBLEM_TYPE,
      ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
      ...(error.status === 401 && { 'www-authenticate': 'Bearer' }),
    },
    body: JSON.stringify(problemOf(error, context.requestId, pathOf(context.url))),
  }
}

export function sendProblem(
  services: Services,
  raised: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const route = request.routeOptions.url ?? 'none'
  const context = { requestId: request.id, route, url: request.url }
  const { status, headers, body } = problemResponse(services, raised, context)
  // Sent as text, so that the serializer of a route's schema does not touch it.
  return reply.code(status).headers(headers).send(body)
}

export function toApiError(raised: Error): ApiError {
  if (raised instanceof ApiError) return raised
  if (raised instanceof StoreUnavailable) {
    return new ApiError('store_unavailable', { retryAfterS: STORE_RETRY_S })
  }
  if (raised instanceof StoreConflict) return new ApiError('concurrent_change')
  const { code, validation, validationContext, statusCode } = raised as Partial<FastifyError>
  if (validation !== undefined) {
    return new ApiError('invalid_request', {
      errors: validation.map((fault) => ({
        pointer: faultPointer(validationContext, fault),
        detail: fault.message ?? 'is not valid',
      })),
    })
  }
  const known = FASTIFY_CODES[code ?? '']
  if (known !== undefined) return new ApiError(known)
  if (code === 'FST_ERR_BAD_URL') return invalid('path', 'is not percent-encoded UTF-8')
  // The framework raises these before any field is parsed, so there is none to name.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return invalid('', 'is not valid')
  return new ApiError('internal_error')
}

type Fault = NonNullable<FastifyError['validation']>[number]

/** A JSON pointer into the body, or the name of a parameter. Names a missing property itself, not its parent. */
function faultPointer(context: string | undefined, { instancePath, params }: Fault): string {
  const missing = typeof params?.missingProperty === 'string' ? `/${params.missingProperty}` : ''
  const pointer = `${instancePath}${missing}`
  return context === 'body' || context === undefined ? pointer : pointer.replace(/^\//, '')
}

/** The path without the query string. */
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

interface KnownRoute {
  readonly url: string
  readonly pattern: RegExp
  readonly methods: readonly string[]
  /** Named to callers. */
  readonly isDocumented: boolean
}

/** The routes, to tell 405 from 404, and to name one that is meant. */
function routeTable() {
  const routes: KnownRoute[] = []
  return {
    add(url: string, method: string | readonly string[], isDocumented: boolean): void {
      if (url.includes('*')) return
      const pattern = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')
      routes.push({ url, pattern: new RegExp(`^${pattern}$`), methods: [method].flat(), isDocumented })
    },
    methodsOf(path: string): string[] {
      const found = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
      return [...new Set(found)].sort()
    },
    /** The rest of every path that begins so. */
    under(beginning: string): string[] {
      const urls = routes.map(({ url }) => url).filter((url) => url.startsWith(beginning))
      return [...new Set(urls)].map((url) => url.slice(beginning.length))
    },
    /** Undefined: no route of the API is alike. */
    hint(path: string): string | undefined {
      const known = routes.filter(({ url, isDocumented }) => isDocumented && url.startsWith(API))
      const nearest = nearestRoute(
        path,
        known.map(({ url }) => url),
      )
      if (nearest === undefined) return undefined
      const methods = known.filter(({ url }) => url === nearest).flatMap((route) => route.methods)
      const named = [...new Set(methods)].filter((method) => method !== 'HEAD').join(', ')
      return `${ERRORS.not_found.detail} The nearest route is ${named} ${nearest.replace(/:([^/]+)/g, '{$1}')}.`
    },
  }
}
