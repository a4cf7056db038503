/**
 * What the browser script costs a page, beside an empty listener and beside a session recorder, in the same browser
 * and the same run. `node bench/browser.ts` prints a table; docs/browser.md says what it said and where.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../test/setup/browser.ts'
import { bundle } from '../tools/build_browser.ts'
import { browseAlone } from './browser_alone.ts'
import { beBusy, type Clocked, type Contender, clockCallbacks, dispatchMoves } from './browser_page.ts'

const RRWEB = join(import.meta.dirname, '../node_modules/@rrweb/record/dist/record.umd.min.cjs')

/** Each contender is measured this often, in turn, so that what changes on the machine changes for all. */
const ROUNDS = 3
const MOVES = 20_000

/** Seconds with the mouse moving all the time, and of a busy visit in which it moves half of it. */
const FULL_SECONDS = 10
const BUSY_SECONDS = 60

const CONTENDERS: readonly Contender[] = ['empty listener', 'byhand', 'rrweb']

interface Figures {
  readonly moveUs: number
  readonly fullMsPerSecond: number
  readonly longestMs: number
  readonly longTasks: number
  readonly idleMs: number
  readonly longestIdleMs: number
  readonly heapKiB: number
  readonly bytesPerSecond: number
}

async function main(): Promise<void> {
  const byhand = await bundle({ entry: 'src/browser/script.ts', format: 'iife' })
  const rrweb = readFileSync(RRWEB, 'utf8')
  let received = 0
  let onClocked = (_: Clocked): void => {}
  const server = createServer(async (request, response) => {
    const [path = '', query] = decodeURIComponent((request.url ?? '').slice(1)).split('?')
    if (request.method === 'POST') {
      const body = await bodyOf(request)
      if (path === 'clocked') onClocked(JSON.parse(body))
      else received += body.length
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"session_id":"x","token":"t","status":"stored"}')
      return
    }
    const isScript = path.endsWith('.js')
    // An isolated page has a clock of 5 us instead of 100.
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    })
    response.end(isScript ? (path === 'rrweb.js' ? rrweb : byhand) : pageFor(path, query === 'alone'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { context, close } = await launchChromium()
  const figures = new Map<Contender, Figures[]>(CONTENDERS.map((contender) => [contender, []]))
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const contender of CONTENDERS) {
        const url = `http://127.0.0.1:${port}/${encodeURIComponent(contender)}`
        const { idles } = await new Promise<Clocked>((resolve, reject) => {
          const browser = browseAlone(`http://127.0.0.1:${port}/wait#${url}?alone`)
          browser.catch(reject)
          onClocked = async (clocked) => {
            await (await browser).close()
            resolve(clocked)
          }
        })
        const bytesSent = () => received
        const measured = await measure(context, url, bytesSent)
        figures
          .get(contender)
          ?.push({ ...measured, idleMs: sum(idles), longestIdleMs: Math.max(0, ...idles) })
      }
    }
  } finally {
    await close()
    server.close()
  }
  report(figures)
  for (const [name, code] of Object.entries({ byhand, rrweb })) {
    console.log(`${name}: ${code.length} bytes, ${gzipSync(code, { level: 9 }).length} after gzip`)
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

type Driven = Omit<Figures, 'idleMs' | 'longestIdleMs'>

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
    clocked.moves.length = clocked.longestMs = clocked.spentMs = clocked.longTasks = 0
  })

/** The same page for all; only the script differs. Alone, it tells of itself what it has clocked. */
function pageFor(path: string, isAlone: boolean): string {
  const scripts: Readonly<Record<Contender, string>> = {
    'empty listener':
      '<script>for (const type of ["pointermove", "mousemove"]) addEventListener(type, () => {}, { capture: true, passive: true })</script>',
    byhand: '<script src="/byhand.js" data-site-key="bh_pk_bench"></script>',
    rrweb:
      '<script src="/rrweb.js"></script><script>window.kept = []; rrwebRecord.record({ emit: (event) => kept.push(event) })</script>',
  }
  // A visitor's browser has been running for a while: the first page in it only waits.
  if (path === 'wait') {
    return `<!doctype html><script>setTimeout(() => location.replace(location.hash.slice(1)), 5000)</script>`
  }
  const alone = `<script>(${clockCallbacks})()
    setTimeout(() => fetch('/clocked', { method: 'POST', body: JSON.stringify(clocked) }), 5000)</script>`
  return `<!doctype html><meta charset="utf-8"><title>Bench</title>${isAlone ? alone : ''}
    <form><textarea id="q1" data-byhand-question="q1"></textarea><input id="q2"><div style="height:4000px"></div></form>
    ${scripts[path as Contender] ?? ''}`
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

function report(figures: ReadonlyMap<Contender, Figures[]>): void {
  const said = (contender: Contender, name: keyof Figures, digits: number): string => {
    const values = (figures.get(contender) ?? []).map((one) => one[name])
    return `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`
  }
  console.log(`Median of ${ROUNDS} rounds (least to most).`)
  for (const contender of CONTENDERS) {
    console.log(`\n${contender}`)
    console.log(`  a move, of ${MOVES}         us  ${said(contender, 'moveUs', 2)}`)
    console.log(`  a second at 1,000 Hz     ms  ${said(contender, 'fullMsPerSecond', 2)}`)
    console.log(`  longest callback in it   ms  ${said(contender, 'longestMs', 2)}`)
    console.log(`  long tasks in ${FULL_SECONDS} s           ${said(contender, 'longTasks', 0)}`)
    console.log(`  idle work after load     ms  ${said(contender, 'idleMs', 1)}`)
    console.log(`  longest piece of it      ms  ${said(contender, 'longestIdleMs', 1)}`)
    console.log(`  heap above the page     KiB  ${said(contender, 'heapKiB', 0)}`)
    console.log(`  JSON, a busy second   bytes  ${said(contender, 'bytesPerSecond', 0)}`)
  }
}

await main()
