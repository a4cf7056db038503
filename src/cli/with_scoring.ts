/** Scoring in this process, without background work. */
import { openScoring } from '../server/scoring/scoring.ts'
import { openLog } from '../server/telemetry/log.ts'
import { openMetrics } from '../server/telemetry/metrics.ts'
import type { Store } from '../store/store.ts'
import type { Terminal } from './terminal.ts'

export async function withScoring<Result>(
  store: Store,
  terminal: Terminal,
  run: (scoring: ReturnType<typeof openScoring>) => Promise<Result>,
): Promise<Result> {
  const metrics = openMetrics()
  const log = openLog('warn', (line) => terminal.note(line))
  const scoring = openScoring({ store, log, metrics, now: Date.now, background: false })
  try {
    return await run(scoring)
  } finally {
    await scoring.close()
    metrics.close()
  }
}
