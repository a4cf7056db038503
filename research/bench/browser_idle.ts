/**
 * Main-thread use of a page's idle callbacks, from the browser's trace of a visit without a driver: CPU time and
 * elapsed time. The difference is time spent waiting for other browser processes or for a processor.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startUndrivenBrowser } from './undriven_browser.ts'

/** Five seconds on the waiting page, three for the visit, and time to start a browser on a busy machine. */
const TRACE_S = 14

/** Writing the trace takes several seconds more. */
const TIMEOUT_S = 60

interface TraceEvent {
  readonly name: string
  readonly ts: number
  /** Elapsed microseconds, and microseconds of the thread's CPU time. */
  readonly dur?: number
  readonly tdur?: number
}

export interface IdleTime {
  readonly passedMs: number
  readonly workedMs: number
}

export interface IdleTrace extends IdleTime {
  /** Idle callbacks in chronological order. */
  readonly callbacks: readonly IdleTime[]
}

export async function traceIdle(url: string): Promise<IdleTrace> {
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
      const callbacks = traceEvents
        .filter(({ name }) => name === 'FireIdleCallback')
        .toSorted((a, b) => a.ts - b.ts)
        .map(({ dur = 0, tdur = 0 }) => ({ passedMs: dur / 1000, workedMs: tdur / 1000 }))
      const sumMs = (part: keyof IdleTime) => callbacks.reduce((total, idle) => total + idle[part], 0)
      return { passedMs: sumMs('passedMs'), workedMs: sumMs('workedMs'), callbacks }
    }
    throw new Error('the browser wrote no trace')
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
