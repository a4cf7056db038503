/** Handles connections below HTTP: problem documents for invalid requests, and a connection limit per IP. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { openClientAddress } from '../addresses/client_address.ts'
import type { Config } from '../config/config.ts'
import { ApiError, ERRORS, type ErrorCode, problemOf } from './errors.ts'

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

/** For requests that cannot be parsed: there is no route and no reply, only the socket. */
export function answerInvalidHttp(nextRequestId: () => string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    // The client has disconnected.
    if (error.code === 'HPE_INVALID_EOF_STATE') {
      socket.destroy()
      return
    }
    const code = CODES[error.code ?? ''] ?? 'invalid_http'
    if (socket.writable) socket.write(rawProblem(code, nextRequestId()))
    socket.destroySoon()
  }
}

/** A client that waits for `100 Continue` is told to send its body once something reads it, so not after an error. */
export function answerExpectations(server: Server, nextRequestId: () => string): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const { shouldKeepAlive } = response
    response.shouldKeepAlive = false
    request.once('resume', () => {
      if (response.headersSent) return
      response.shouldKeepAlive = shouldKeepAlive
      response.writeContinue()
    })
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const requestId = nextRequestId()
    const body = problemText('expectation_failed', requestId)
    response.writeHead(417, { ...problemHeaders(body, requestId), connection: 'close' }).end(body)
  })
}

function rawProblem(code: ErrorCode, requestId: string): string {
  const { status } = ERRORS[code]
  const body = problemText(code, requestId)
  const headers = { ...problemHeaders(body, requestId), connection: 'close' }
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
}

const problemHeaders = (body: string, requestId: string) => ({
  'content-type': 'application/problem+json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  'x-request-id': requestId,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})

const problemText = (code: ErrorCode, requestId: string): string =>
  JSON.stringify(problemOf(new ApiError(code), requestId, ''))

/** HTTP/1.1 requires one Host header. Node's own check is off, so that the response can be a problem document. */
export function hostFault({ headers, httpVersion, rawHeaders }: IncomingMessage): ApiError | null {
  if (headers.host === undefined) {
    if (httpVersion === '1.0') return null
    return new ApiError('invalid_http', { detail: 'The Host header is missing.' })
  }
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  if (count <= 1) return null
  return new ApiError('invalid_http', { detail: 'The request has more than one Host header.' })
}

/** The beginning of a request target in absolute form: `http://host`. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#@]+)/i

/** RFC 9112 requires servers to accept targets in absolute form; their host replaces the Host header. */
export function acceptAbsoluteForm(request: IncomingMessage): void {
  const { url = '', headers } = request
  if (url.startsWith('/')) return
  const [beginning = '', host] = ABSOLUTE_FORM.exec(url) ?? []
  const rest = url.slice(beginning.length)
  if (host === undefined || /^[#@]/.test(rest)) return
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  if (headers.host !== undefined) headers.host = host
}

/** Slashes at the end of an API path are ignored. Pages are left alone, because their relative links depend on them. */
const API_PATH = /^\/(v1|survey-check|healthz|readyz|metrics|openapi\.json)\//

export function acceptTrailingSlash(request: IncomingMessage, ingestPath: string): void {
  const { url = '' } = request
  const query = url.indexOf('?')
  let end = query === -1 ? url.length : query
  if (url[end - 1] !== '/' || !(API_PATH.test(url) || url.startsWith(ingestPath))) return
  while (url[end - 1] === '/') end--
  request.url = url.slice(0, end) + (query === -1 ? '' : url.slice(query))
}

/** Closes new connections of an IP above its limit. Trusted proxies are exempt: they carry many clients. */
export function limitSockets(server: Server, { socketsPerIp, trustedProxies }: Config): void {
  if (socketsPerIp === 0) return
  const { isProxy } = openClientAddress(trustedProxies)
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isProxy(address)) return
    const count = (open.get(address) ?? 0) + 1
    if (count > socketsPerIp) {
      socket.destroy()
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}
