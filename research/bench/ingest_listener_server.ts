/** The service with a listener that handles batches before Fastify's routing. `ingest_listener.ts` compares it. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { serve } from '../../src/server/boot/serve.ts'
import { collect, openCollector } from '../../src/server/collect/collect.ts'
import { allowOrigin } from '../../src/server/http/cors.ts'
import { ApiError } from '../../src/server/http/errors.ts'
import { pathOf, problemResponse } from '../../src/server/http/problems.ts'
import { recordResponse } from '../../src/server/http/record_response.ts'
import { requestIds } from '../../src/server/http/request_id.ts'
import { defaultHeaders, type ResponseHeaders } from '../../src/server/http/response_headers.ts'
import { hostFault } from '../../src/server/http/sockets.ts'
import type { Services } from '../../src/server/services.ts'
import { disableWasmTiering } from '../../src/server/workers/wasm_tiering.ts'

const MEDIA_TYPES = /^\s*(?:text\/plain|application\/json)\s*(?:;|$)/i
const JSON_TYPE = 'application/json; charset=utf-8'

async function openIngestListener(services: Services) {
  const { config, metrics } = services
  const path = config.ingestPath
  const collector = await openCollector(services)
  const nextRequestId = requestIds()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const began = performance.now()
    const requestId = nextRequestId()
    const fields: Record<string, string> = defaultHeaders(requestId)
    const headers = headerFields(fields)
    let status = 200
    let body: string
    metrics.batchesReceived.inc()
    allowOrigin(request.headers, headers)
    try {
      rejectUnsupported(request)
      body = await collect(collector, request, headers)
      fields['content-type'] = JSON_TYPE
    } catch (raised) {
      const context = { requestId, route: path, url: request.url ?? path }
      const problem = problemResponse(services, raised as Error, context)
      metrics.batchesRejected.inc({ reason: problem.code })
      Object.assign(fields, problem.headers)
      ;({ status, body } = problem)
    }
    fields['content-length'] = String(Buffer.byteLength(body))
    response.writeHead(status, fields).end(body)
    const ms = performance.now() - began
    recordResponse(services, { requestId, method: 'POST', route: path, status, ms })
  }

  const handles = ({ method, url }: IncomingMessage) =>
    method === 'POST' && url !== undefined && pathOf(url) === path
  return { handles, handle }
}

function rejectUnsupported(request: IncomingMessage): void {
  const fault = hostFault(request)
  if (fault !== null) throw fault
  if (!MEDIA_TYPES.test(request.headers['content-type'] ?? '')) throw new ApiError('unsupported_media_type')
}

function headerFields(fields: Record<string, string>): ResponseHeaders {
  const headers: ResponseHeaders = {
    header(name, value) {
      fields[name] = value
      return headers
    },
  }
  return headers
}

disableWasmTiering()
await serve({
  async onApp({ server }, services) {
    const listener = await openIngestListener(services)
    const routed = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request')
    server.on('request', (request, response) => {
      if (listener.handles(request)) return listener.handle(request, response)
      for (const handler of routed) handler(request, response)
    })
  },
})
