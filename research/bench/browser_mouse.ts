/**
 * A real mouse at 1,000 Hz: moved on an X display, coalesced by the browser into one event per frame. Prints the
 * main-thread time of the script's callbacks, compared with an empty listener and a session recorder.
 *
 *   node research/bench/browser_mouse.ts [seconds, 10] [rounds, 3]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { launchChromium } from '../../test/setup/browser.ts'
import { requireProgram, startDisplay } from '../../test/setup/display.ts'
import { type Clocked, type Contender, clockCallbacks } from './browser_page.ts'
import { serveContenders } from './browser_pages.ts'

const SECONDS = Number(process.argv[2] ?? 10)
const ROUNDS = Number(process.argv[3] ?? 3)
const CONTENDERS: readonly Contender[] = ['empty listener', 'byhand', 'rrweb']
const XDOTOOL = '/usr/bin/xdotool'
/** Slightly less than a millisecond, because each move takes time too. */
const PAUSE_S = 0.0008

/** An arc of a few pixels per frame, like a person's movement. */
function strokes(): string {
  return Array.from({ length: SECONDS * 1000 }, (_, ms) => {
    const turn = ms / 400
    const x = Math.round(600 + 200 * Math.sin(turn))
    const y = Math.round(500 + 150 * Math.cos(turn * 1.3))
    return `mousemove ${x} ${y} sleep ${PAUSE_S}\n`
  }).join('')
}

requireProgram(XDOTOOL, 'xdotool')
const display = await startDisplay({ windowManager: true })
const pages = await serveContenders()
const { context, close } = await launchChromium({
  context: { headless: false },
  env: { DISPLAY: display.name },
})
const figures = new Map<Contender, number[]>(CONTENDERS.map((contender) => [contender, []]))
try {
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of CONTENDERS) {
      const page = await context.newPage()
      await page.addInitScript(clockCallbacks)
      await page.goto(pages.urlOf(contender))
      await page.waitForTimeout(3000)
      const read = () =>
        page.evaluate(() => ({ ...(window as unknown as { clocked: Clocked }).clocked, moves: [] }))
      const before = await read()
      const startedMs = performance.now()
      const xdotool = spawn(XDOTOOL, ['-'], {
        env: { DISPLAY: display.name },
        stdio: ['pipe', 'ignore', 'inherit'],
      })
      xdotool.stdin.end(strokes())
      await once(xdotool, 'exit')
      const seconds = (performance.now() - startedMs) / 1000
      const { spentMs } = await read()
      figures.get(contender)?.push((spentMs - before.spentMs) / seconds)
      console.log(
        `${contender}: ${((SECONDS * 1000) / seconds).toFixed(0)} Hz, ${((spentMs - before.spentMs) / seconds).toFixed(2)} ms per second`,
      )
      await page.close()
    }
  }
} finally {
  await close()
  pages.close()
  display.stop()
}
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]
console.log(
  JSON.stringify({
    bench: 'browser_mouse',
    ms_a_second: Object.fromEntries(
      [...figures].map(([name, values]) => [name, Number(median(values)?.toFixed(2))]),
    ),
  }),
)
