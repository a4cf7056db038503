/**
 * Handles batches before Fastify's routing. Most requests are batches, and routing, Fastify's request and reply
 * objects and its hooks make up a tenth of the cost of a batch.
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
import { openChallenges } from './challenge/challenge.ts'
import { type Collector, collect } from './collect.ts'
import { allowOrigin } from './cors.ts'
import { openUserProof } from './user_proof.ts'

/** The content type that needs no preflight, and JSON. */
const MEDIA_TYPES = /^\s*(?:text\/plain|application\/json)\s*(?:;|$)/i

const JSON_TYPE = 'application/json; charset=utf-8'

export interface IngestListener {
  handles(request: IncomingMessage): boolean
  readonly handle: RequestListener
  /** From now on, responses carry `Connection: close`. */
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
    challenges: await openChallenges(store, (error) =>
      services.logFailure('challenge vote failed', error as Error, {}),
    ),
    admission: openRequestAdmission(),
    addresses: openClientAddress(config.trustedProxies, () =>
      log.warn('X-Forwarded-For ignored: the sender is not in BYHAND_TRUSTED_PROXIES'),
    ),
  }
  let isClosing = false

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
    handles: ({ method, url }) => method === 'POST' && url !== undefined && pathOf(url) === path,
    handle,
    close() {
      isClosing = true
    },
  }
}

function rejectUnsupported(request: IncomingMessage): void {
  const fault = missingHost(request)
  if (fault !== null) throw fault
  if (!MEDIA_TYPES.test(request.headers['content-type'] ?? '')) throw new ApiError('unsupported_media_type')
}
