/**
 * `node research/lab/channel_probe.ts [seconds] [native|protocol|tools]`: how mouse moves and wheel notches reach a page from the X
 * server, at many rates, while keys and buttons are pressed and on busy pages; over the protocol; and from the X server
 * with developer tools open. Counts the deliveries that the check `bot` distinguishes.
 */
import { chromium } from 'playwright-core'
import { MIN_SCROLLS_PER_NOTCH } from '../../src/checks/bot/traces/still_wheel.ts'
import { deliveryOf, type Measured } from '../../src/features/mouse/channel.ts'
import { quantile, sorted } from '../../src/features/statistics.ts'
import { startDisplay } from '../../test/setup/display.ts'
import { CHROMIUM, CHROMIUM_FLAGS } from './browsers.ts'
import { createRandom } from './drivers/random.ts'
import { openXdotool } from './drivers/xdotool.ts'
import { serveProbePage } from './probe_page.ts'
import { sleep } from './scenario.ts'

const PAGE = `<!doctype html><body style="height:30000px"><input style="position:fixed;top:10px;left:10px"><script>
let moves = [], sentOn = 0, scrolls = 0, frame = 0, busyMs = 0, everyMs = 100
const listen = (types, run) => {
  for (const type of types.split(' ')) addEventListener(type, run, { capture: true, passive: true })
}
listen('pointermove', (event) => {
  const now = performance.now(), time = document.timeline.currentTime
  moves.push([event.getCoalescedEvents().length, time === frame && !event.buttons ? 1 : 0, now, now - event.timeStamp])
  frame = time
})
listen('keydown keyup pointerdown pointerup', () => { if (performance.now() - (moves.at(-1)?.[2] ?? -999) < 100) sentOn++ })
listen('scroll', () => { scrolls++ })
const take = () => { const taken = { moves, sentOn, scrolls }; moves = []; sentOn = scrolls = 0; return taken }
const work = () => {
  for (const start = performance.now(); performance.now() - start < busyMs; );
  setTimeout(work, everyMs * (0.5 + Math.random()))
}
work()</script>`

type Move = readonly [samples: number, crowded: number, at: number, delay: number]
interface Taken {
  readonly moves: readonly Move[]
  readonly sentOn: number
  readonly scrolls: number
}

function featuresOf({ moves, sentOn }: Taken): Measured {
  const delays = sorted(moves.map(([, , , delay]) => delay))
  const gaps = moves.slice(1).map(([, , at], i) => at - (moves[i] as Move)[2])
  const count = (holds: (move: Move) => boolean) => moves.filter(holds).length
  const gapMs = quantile(sorted(gaps.filter((gap) => gap < 100)), 0.5)
  const lateMs = quantile(delays, 0.9)
  return {
    moves: moves.length,
    multipleShare: count(([samples]) => samples > 1) / moves.length,
    crowdedShare: Math.max(0, count(([, crowded]) => crowded === 1) - sentOn) / moves.length,
    gapMs,
    earlyMs: quantile(delays, 0.1),
    middleMs: Math.min(gapMs, quantile(delays, 0.5)),
    lateMs,
    waitedShare: lateMs > gapMs * 1.05 ? 1 : 0,
    keys: 0,
    keyDelayMs: 0,
  }
}

const seconds = Number(process.argv[2] ?? 60)
const input = process.argv[3] ?? 'native'
const display = await startDisplay({ windowManager: true })
const env = { ...(process.env as Record<string, string>), DISPLAY: display.name }
const served = await serveProbePage(PAGE)
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  headless: false,
  args: [...CHROMIUM_FLAGS, ...(input === 'tools' ? ['--auto-open-devtools-for-tabs'] : [])],
  env,
})
const page = await browser.newPage({ viewport: null })
await page.goto(served.url)
const session = await page.context().newCDPSession(page)
const xdotool = openXdotool(env)
const random = createRandom(`channel probe ${Date.now()}`)
const counts = new Map<string, Record<string, number>>()

function count(name: string, what: string): void {
  const group = counts.get(name) ?? {}
  group[what] = (group[what] ?? 0) + 1
  counts.set(name, group)
}

async function take(): Promise<Taken> {
  await sleep(150)
  return page.evaluate('take()')
}

/** Positions on a wave across the page. */
const pathOf = (length: number) =>
  Array.from({ length }, (_, i) => ({
    x: 150 + ((i * 3) % 600),
    y: Math.round(350 + 60 * Math.sin(i / 19)),
  }))

/** As many reports as fill the check's minimum after the browser merged them. */
async function moveNatively(): Promise<void> {
  const stepMs = random.of([1, 2, 4, 5, 7, 8, 8, 10, 12, 14, 15, 16, 16.3, 16.6, 17, 18, 20])
  const jitter = random.of([0.001, 0.06, 0.06, 0.3])
  const also = random.of(['moves', 'moves', 'moves', 'moves and keys', 'moves and clicks'])
  if (also === 'moves and keys') await xdotool.run(['mousemove 60 140', 'click 1'])
  const pressed: Readonly<Record<string, (i: number) => string[]>> = {
    'moves and keys': (i) => (i % 17 === 0 ? ['keydown a', 'keyup a'] : []),
    'moves and clicks': (i) => (i % 40 === 39 ? ['click 1'] : []),
  }
  await xdotool.run(
    pathOf(Math.ceil(95 * Math.max(1, 17 / stepMs))).flatMap(({ x, y }, i) => [
      `mousemove ${x} ${y}`,
      `sleep ${((stepMs * random.about(1, jitter)) / 1000).toFixed(4)}`,
      ...(pressed[also]?.(i) ?? []),
    ]),
  )
  count(`${input}, ${also}`, deliveryOf(featuresOf(await take())))
}

async function moveOverProtocol(): Promise<void> {
  const way = random.of(['awaited', 'awaited, then a pause', 'not awaited', 'not awaited'])
  const stepMs = way === 'awaited' ? 0 : random.of([4, 8, 8, 10, 12, 14, 16, 16.6, 18, 20])
  const sending: Promise<unknown>[] = []
  for (const { x, y } of pathOf(stepMs < 8 ? 180 : 110)) {
    const sent = session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
    sending.push(sent)
    if (way !== 'not awaited') await sent
    if (stepMs > 0) await sleep(stepMs * random.about(1, 0.06))
  }
  await Promise.all(sending)
  const rate = way !== 'not awaited' ? '' : stepMs <= 12 ? ', 4 to 12 ms' : ', 14 to 20 ms'
  count(`protocol, ${way}${rate}`, deliveryOf(featuresOf(await take())))
}

const NOTCHES = 8

async function turnWheel(): Promise<void> {
  await page.evaluate('scrollTo(0, 12000)')
  await take()
  const pauseMs = random.of([40, 80, 120, 200])
  for (let i = 0; i < NOTCHES; i++) {
    if (input === 'protocol') {
      const notch = { type: 'mouseWheel', x: 400, y: 400, deltaX: 0, deltaY: 120 } as const
      await session.send('Input.dispatchMouseEvent', notch)
    } else await xdotool.run(['click 5'])
    await sleep(random.about(pauseMs, 0.3))
  }
  await sleep(400)
  const { scrolls } = await take()
  count(`${input}, wheel`, scrolls / NOTCHES < MIN_SCROLLS_PER_NOTCH ? 'without animation' : 'animated')
}

const endMs = Date.now() + seconds * 1000
for (let run = 0; Date.now() < endMs; run++) {
  await page.evaluate(`busyMs = ${random.of([0, 0, 0, 12, 30, 60])}; everyMs = ${random.of([40, 100, 300])}`)
  if (input === 'protocol') await moveOverProtocol()
  else await moveNatively()
  if (run % 2 === 0) await turnWheel()
}
for (const [name, group] of [...counts].sort()) console.log(name, JSON.stringify(group))
xdotool.close()
await browser.close()
served.close()
display.stop()
