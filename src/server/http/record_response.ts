/** Metrics and the debug log line of every response, with and without Fastify. */
import type { Services } from '../services.ts'

export interface ResponseRecord {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

export function recordResponse({ metrics, log }: Services, response: ResponseRecord): void {
  const { requestId, method, route, status, ms } = response
  metrics.requestSeconds.observe({ route, status }, ms / 1000)
  if (!log.isDebug) return
  log.debug('request', { request_id: requestId, method, route, status, ms: Math.round(ms * 10) / 10 })
}
