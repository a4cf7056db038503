/** What is counted and noted of every answer, whoever gave it. */
import type { Services } from '../base/services.ts'

export interface Answered {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

export function noteAnswered({ metrics, log }: Services, answered: Answered): void {
  const { requestId, method, route, status, ms } = answered
  metrics.requestSeconds.observe({ route, status }, ms / 1000)
  if (!log.isDebug) return
  log.debug('request', { request_id: requestId, method, route, status, ms: Math.round(ms * 10) / 10 })
}
