/**
 * Main-thread use of a page's idle callbacks, from the browser's trace of a visit without a driver: processor time and
 * elapsed time. The difference is time spent waiting for other browser processes or for a processor.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startUndrivenBrowser } from './undriven_browser.ts'

/** Five seconds on the waiting page, three of the visit, and the start of a browser on a busy machine. */
const TRACE_S = 14

/** Writing the trace takes several seconds more. */
const TIMEOUT_S = 60

interface TraceEvent {
  readonly name: string
  /** Elapsed microseconds, and microseconds of the thread's processor time. */
  readonly dur?: number
  readonly tdur?: number
}

export interface IdleTime {
  readonly passedMs: number
  readonly workedMs: number
}

export async function traceIdle(url: string): Promise<IdleTime> {
  const folder = mkdtempSync(join(tmpdir(), 'byhand-trace-'))
  const file = join(folder, 'trace.json')
  const browser = await startUndrivenBrowser(url, [
    '--trace-startup=devtools.timeline',
    '--trace-startup-format=json',
    `--trace-startup-file=${file}`,
    `--trace-startup-duration=${TRACE_S}`,
  ])
  try {
    for (let waited = 0; waited < TIMEOUT_S; waited++) {
      await pause(1000)
      const text = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : ''
      if (!text.endsWith('}')) continue
      const { traceEvents } = JSON.parse(text) as { traceEvents: readonly TraceEvent[] }
      const idles = traceEvents.filter(({ name }) => name === 'FireIdleCallback')
      const sumMs = (of: (event: TraceEvent) => number | undefined) =>
        idles.reduce((total, event) => total + (of(event) ?? 0) / 1000, 0)
      return { passedMs: sumMs(({ dur }) => dur), workedMs: sumMs(({ tdur }) => tdur) }
    }
    throw new Error('the browser wrote no trace')
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
