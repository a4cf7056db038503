/**
 * `node lab/channel_probe.ts [runs]`: how mouse moves reach a page from the X server, at many rates, and over the
 * protocol; with and without load. Counts the deliveries that the check `bot` distinguishes.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { type ChannelFeatures, deliveryOf } from '../src/features/mouse/channel.ts'
import { quantile, sorted } from '../src/features/statistics.ts'
import { startDisplay } from '../test/setup/display.ts'
import { CHROMIUM, CHROMIUM_FLAGS } from './browsers.ts'
import { createRandom } from './drivers/random.ts'
import { openXdotool } from './drivers/xdotool.ts'
import { sleep } from './scenario.ts'

const PAGE = `<!doctype html><body style="height:3000px"><script>
window.moves = []; let frame = 0
addEventListener('pointermove', (event) => {
  const now = performance.now(), time = document.timeline.currentTime
  moves.push([event.getCoalescedEvents().length, time === frame ? 1 : 0, now, now - event.timeStamp]); frame = time
}, { capture: true, passive: true })</script>`

type Move = readonly [samples: number, crowded: number, at: number, delay: number]

function featuresOf(moves: readonly Move[]): ChannelFeatures {
  const delays = sorted(moves.map(([, , , delay]) => delay))
  const gaps = moves.slice(1).map(([, , at], i) => at - (moves[i] as Move)[2])
  const share = (holds: (move: Move) => boolean) => moves.filter(holds).length / moves.length
  return {
    moves: moves.length,
    multipleShare: share(([samples]) => samples > 1),
    crowdedShare: share(([, crowded]) => crowded === 1),
    gapMs: quantile(sorted(gaps.filter((gap) => gap < 100)), 0.5),
    earlyMs: quantile(delays, 0.1),
    middleMs: quantile(delays, 0.5),
    lateMs: quantile(delays, 0.9),
    keys: 0,
    keyDelayMs: 0,
  }
}

const runs = Number(process.argv[2] ?? 40)
const display = await startDisplay({ windowManager: true })
const env = { ...(process.env as Record<string, string>), DISPLAY: display.name }
const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(PAGE)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  headless: false,
  args: [...CHROMIUM_FLAGS],
  env,
})
const page = await browser.newPage({ viewport: null })
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
const xdotool = openXdotool(env)
const random = createRandom('channel probe')
const counts = new Map<string, Record<string, number>>()

async function count(name: string): Promise<void> {
  await sleep(150)
  const moves = (await page.evaluate('moves.splice(0)')) as Move[]
  const delivery = deliveryOf(featuresOf(moves))
  const group = counts.get(name) ?? {}
  group[delivery] = (group[delivery] ?? 0) + 1
  counts.set(name, group)
}

/** Positions on a wave across the page, as many as fill the check's minimum with merged moves. */
const pathOf = (stepMs: number) =>
  Array.from({ length: Math.ceil(90 * Math.max(1, 17 / stepMs)) }, (_, i) => ({
    x: 150 + ((i * 3) % 600),
    y: Math.round(350 + 60 * Math.sin(i / random.between(15, 25))),
  }))

for (let run = 0; run < runs; run++) {
  const load = run % 2 === 0 ? [] : [spawn(process.execPath, ['-e', 'for(;;);'])]
  const what = load.length > 0 ? ', at load' : ''
  const stepMs = random.of([2, 4, 7, 8, 10, 12, 14, 16, 16.7, 20])
  await xdotool.run(
    pathOf(stepMs).flatMap(({ x, y }) => [
      `mousemove ${x} ${y}`,
      `sleep ${((stepMs * random.about(1, 0.06)) / 1000).toFixed(4)}`,
    ]),
  )
  await count(`native, ${stepMs < 12 ? 'merged rates' : '12 to 20 ms'}${what}`)
  if (run % 4 < 2) {
    const session = await page.context().newCDPSession(page)
    const awaits = run % 8 < 4
    const sending: Promise<unknown>[] = []
    for (const { x, y } of pathOf(12).slice(0, 110)) {
      const sent = session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
      sending.push(sent)
      if (awaits) await sent
      else await sleep(random.about(8, 0.2))
    }
    await Promise.all(sending)
    await count(`protocol, ${awaits ? 'awaited' : 'not awaited'}${what}`)
  }
  for (const child of load) child.kill()
}
for (const [name, group] of [...counts].sort()) console.log(name, JSON.stringify(group))
xdotool.close()
await browser.close()
server.close()
display.stop()
