/**
 * Cost of the browser script for a page, compared with an empty listener and a session recorder in the same browser and
 * run. `node research/bench/browser.ts [rounds, 3]` prints a table; docs/benchmarks/browser.md records the results.
 */
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../../test/setup/browser.ts'
import { traceIdle } from './browser_idle.ts'
import { beBusy, type Clocked, type Contender, clockCallbacks, dispatchMoves } from './browser_page.ts'
import { serveContenders } from './browser_pages.ts'
import { startUndrivenBrowser } from './undriven_browser.ts'

/** Rounds per contender. Contenders alternate, so that changes in machine load affect all of them. */
const ROUNDS = Number(process.argv[2] ?? 3)
const MOVES = 20_000

/** Seconds with constant mouse movement, and seconds of a busy visit with movement half the time. */
const FULL_SECONDS = 10
const BUSY_SECONDS = 60

const CONTENDERS: readonly Contender[] = ['empty listener', 'byhand', 'rrweb']

interface Figures {
  readonly moveUs: number
  readonly fullMsPerSecond: number
  readonly callbacksPerSecond: number
  readonly longestMs: number
  readonly longTasks: number
  readonly idleMs: number
  readonly longestIdleMs: number
  /** Main-thread time within `idleMs`, measured in a separate visit. */
  readonly idleWorkedMs: number
  readonly heapKiB: number
  readonly bytesPerSecond: number
}

async function main(): Promise<void> {
  let received = 0
  let onClocked = (_: Clocked): void => {}
  const pages = await serveContenders({
    onClocked: (clocked) => onClocked(clocked),
    onSent: (bytes) => {
      received += bytes
    },
  })
  const { context, close } = await launchChromium()
  const figures = new Map<Contender, Figures[]>(CONTENDERS.map((contender) => [contender, []]))
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const contender of CONTENDERS) {
        const url = pages.urlOf(contender)
        const { idles } = await new Promise<Clocked>((resolve, reject) => {
          const browser = startUndrivenBrowser(`${pages.waitUrl}#${url}?alone`)
          browser.catch(reject)
          onClocked = async (clocked) => {
            await (await browser).close()
            resolve(clocked)
          }
        })
        const { workedMs: idleWorkedMs } = await traceIdle(`${pages.waitUrl}#${url}`)
        const bytesSent = () => received
        const measured = await measure(context, url, bytesSent)
        figures
          .get(contender)
          ?.push({ ...measured, idleMs: sum(idles), longestIdleMs: Math.max(0, ...idles), idleWorkedMs })
      }
    }
  } finally {
    await close()
    pages.close()
  }
  report(figures)
  for (const [name, code] of Object.entries(pages.scripts)) {
    console.log(`${name}: ${code.length} bytes, ${gzipSync(code, { level: 9 }).length} after gzip`)
  }
}

type Driven = Omit<Figures, 'idleMs' | 'longestIdleMs' | 'idleWorkedMs'>

async function measure(context: BrowserContext, url: string, bytesSent: () => number): Promise<Driven> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  const heapBytes = async () => {
    await client.send('HeapProfiler.collectGarbage')
    return (await client.send('Runtime.getHeapUsage')).usedSize
  }
  try {
    await page.addInitScript(clockCallbacks)
    await page.goto(`${url}-none`)
    const emptyHeap = await heapBytes()
    await page.goto(url)
    await page.waitForTimeout(3000)

    await reset(page)
    await page.evaluate(dispatchMoves, MOVES)
    const { moves } = await read(page)

    await page.waitForTimeout(6000)
    await reset(page)
    await page.evaluate(beBusy, [FULL_SECONDS, 1000] as const)
    const full = await read(page)

    await page.waitForTimeout(6000)
    const before = bytesSent()
    await page.evaluate(beBusy, [BUSY_SECONDS, 500] as const)
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
    await page.waitForTimeout(500)
    await page.evaluate(() => Object.assign(window, { clocked: undefined }))
    return {
      moveUs: (sum(moves) / MOVES) * 1000,
      fullMsPerSecond: full.spentMs / FULL_SECONDS,
      callbacksPerSecond: full.callbacks / FULL_SECONDS,
      longestMs: full.longestMs,
      longTasks: full.longTasks,
      heapKiB: ((await heapBytes()) - emptyHeap) / 1024,
      bytesPerSecond: (bytesSent() - before) / BUSY_SECONDS,
    }
  } finally {
    await page.close()
  }
}

const read = (page: Page): Promise<Clocked> =>
  page.evaluate(() => (window as unknown as { clocked: Clocked }).clocked)

const reset = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { clocked } = window as unknown as { clocked: Clocked }
    clocked.moves.length = clocked.longestMs = clocked.spentMs = clocked.callbacks = clocked.longTasks = 0
  })

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

function report(figures: ReadonlyMap<Contender, Figures[]>): void {
  const format = (contender: Contender, name: keyof Figures, digits: number): string => {
    const values = (figures.get(contender) ?? []).map((one) => one[name])
    return `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`
  }
  const middle = (contender: Contender, name: keyof Figures): number =>
    median((figures.get(contender) ?? []).map((one) => one[name]))
  // An empty listener does nothing, so its time is the overhead of the timing code.
  const clockMs = middle('empty listener', 'fullMsPerSecond') / middle('empty listener', 'callbacksPerSecond')
  console.log(`Median of ${ROUNDS} rounds (minimum to maximum).`)
  for (const contender of CONTENDERS) {
    console.log(`\n${contender}`)
    console.log(`  one of ${MOVES} moves      us  ${format(contender, 'moveUs', 2)}`)
    console.log(`  per second at 1,000 Hz   ms  ${format(contender, 'fullMsPerSecond', 2)}`)
    console.log(
      `  timing overhead          ms  ${(middle(contender, 'callbacksPerSecond') * clockMs).toFixed(2)}`,
    )
    console.log(`  longest callback         ms  ${format(contender, 'longestMs', 2)}`)
    console.log(`  long tasks in ${FULL_SECONDS} s           ${format(contender, 'longTasks', 0)}`)
    console.log(`  idle work after load     ms  ${format(contender, 'idleMs', 1)}`)
    console.log(`  idle CPU time      ms  ${format(contender, 'idleWorkedMs', 1)}`)
    console.log(`  longest idle callback    ms  ${format(contender, 'longestIdleMs', 1)}`)
    console.log(`  heap above the page     KiB  ${format(contender, 'heapKiB', 0)}`)
    console.log(`  JSON per busy second  bytes  ${format(contender, 'bytesPerSecond', 0)}`)
  }
}

await main()
