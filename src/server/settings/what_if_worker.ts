/** A worker thread for one what-if: it receives sessions in chunks and returns the counts at the end. */
import { parentPort, workerData } from 'node:worker_threads'
import type { RiskSettings } from '../../contract/settings.ts'
import { countWhatIf, type KnownSession } from './what_if.ts'
import type { Risk } from './workspace_settings.ts'

export interface WhatIfJob {
  readonly current: RiskSettings
  readonly wanted: Risk
  readonly recentSince: number
}

export type ToWhatIf = { readonly sessions: readonly KnownSession[] } | { readonly stored: number }

const { current, wanted, recentSince } = workerData as WhatIfJob
const count = countWhatIf(current, wanted, recentSince)

parentPort?.on('message', (message: ToWhatIf) => {
  if ('stored' in message) {
    parentPort?.postMessage(count.done(message.stored))
    return
  }
  for (const session of message.sessions) count.add(session)
  parentPort?.postMessage(null)
})
