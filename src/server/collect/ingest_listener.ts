/**
 * Where batches are taken: before any route is looked for. A batch is most of what a service is ever sent, and finding
 * its route, making Fastify's request and reply and running its hooks is a tenth of what taking it costs.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { openClientAddress } from '../base/client_address.ts'
import type { Services } from '../base/services.ts'
import { openTokens } from '../base/token.ts'
import { ApiError } from '../http/errors.ts'
import { pathOf, problemResponse } from '../http/problems.ts'
import { recordResponse } from '../http/record_response.ts'
import { openRequestAdmission } from '../http/request_admission.ts'
import { defaultHeaders, headerFields } from '../http/response_headers.ts'
import { missingHost } from '../http/sockets.ts'
import { type Collector, collect } from './collect.ts'
import { allowOrigin } from './cors.ts'
import { openUserProof } from './user_proof.ts'

/** Types a page may send without a preflight, and JSON under its own name. */
const MEDIA_TYPES = /^\s*(?:text\/plain|application\/json)\s*(?:;|$)/i

const JSON_TYPE = 'application/json; charset=utf-8'

export interface IngestListener {
  isFor(request: IncomingMessage): boolean
  readonly take: RequestListener
  /** From now on every answer asks its sender to connect anew. */
  close(): void
}

export async function openIngestListener(
  services: Services,
  nextRequestId: () => string,
): Promise<IngestListener> {
  const { config, store, metrics, log } = services
  const path = config.ingestPath
  const collector: Collector = {
    services,
    tokens: await openTokens(store.keys, config.tokenKey),
    users: openUserProof(store.keys),
    admission: openRequestAdmission(),
    addresses: openClientAddress(config.trustedProxies, () =>
      log.warn('X-Forwarded-For is ignored, because whoever sent it is not in BYHAND_TRUSTED_PROXIES'),
    ),
  }
  let isClosing = false

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const began = performance.now()
    const requestId = nextRequestId()
    const fields: Record<string, string> = defaultHeaders(requestId)
    const headers = headerFields(fields)
    let status = 200
    let body: string
    metrics.batchesReceived.inc()
    allowOrigin(request.headers, headers)
    try {
      refuseStrange(request)
      body = await collect(collector, request, headers)
      fields['content-type'] = JSON_TYPE
    } catch (raised) {
      const place = { requestId, route: path, url: request.url ?? path }
      const problem = problemResponse(services, raised as Error, place)
      metrics.batchesRejected.inc({ reason: problem.code })
      Object.assign(fields, problem.headers)
      ;({ status, body } = problem)
    }
    fields['content-length'] = String(Buffer.byteLength(body))
    if (isClosing) fields.connection = 'close'
    response.writeHead(status, fields).end(body)
    recordResponse(services, {
      requestId,
      method: 'POST',
      route: path,
      status,
      ms: performance.now() - began,
    })
  }

  return {
    isFor: ({ method, url }) => method === 'POST' && url !== undefined && pathOf(url) === path,
    take,
    close() {
      isClosing = true
    },
  }
}

function refuseStrange(request: IncomingMessage): void {
  const fault = missingHost(request)
  if (fault !== null) throw fault
  if (!MEDIA_TYPES.test(request.headers['content-type'] ?? '')) throw new ApiError('unsupported_media_type')
}
