/**
 * `node research/lab/clock_probe.ts [seconds] [native]`: the fraction of a millisecond in the times of keys and mouse moves. Each run opens
 * the page again, which gives it another time origin, and takes keys and moves from the X server or over the protocol.
 * Counts the sources that the check `bot` distinguishes, and runs in which Shift was neither the left nor the right key.
 * `native`: from the X server alone.
 */
import { chromium } from 'playwright-core'
import { KEY_CLASS, POINTER, POINTER_FLAGS, type SessionEvent } from '../../src/contract/batch/rows.ts'
import {
  clockSourceOf,
  foldClock,
  isMouseScattered,
  SCATTERED_SHARE,
} from '../../src/features/session/clock.ts'
import { startDisplay } from '../../test/setup/display.ts'
import { CHROMIUM, CHROMIUM_FLAGS } from './browsers.ts'
import { createRandom } from './drivers/random.ts'
import { openXdotool } from './drivers/xdotool.ts'
import { serveProbePage } from './probe_page.ts'
import { sleep } from './scenario.ts'

const PAGE = `<!doctype html><body><textarea style="width:900px;height:500px"></textarea><script>
const taken = []
let unplaced = 0
addEventListener('keydown', ({ key, code, location }) => { if (key === 'Shift' && code && !location) unplaced++ }, true)
const listen = (types, kind) => {
  for (const type of types.split(' '))
    addEventListener(type, (event) => taken.push([kind, Math.round(event.timeStamp * 10)]), true)
}
listen('keydown keyup', 'key')
listen('pointermove pointerdown pointerup', 'mouse')</script>`

type Taken = readonly (readonly ['key' | 'mouse', number])[]
/** The source of input. `whole` and `between` are programs that replace the times of their events. */
type Source = 'X server' | 'protocol' | 'whole' | 'between'

const seconds = Number(process.argv[2] ?? 60)
const isNative = process.argv[3] === 'native'
const display = await startDisplay({ windowManager: true })
const env = { ...(process.env as Record<string, string>), DISPLAY: display.name }
const served = await serveProbePage(PAGE)
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  headless: false,
  args: [...CHROMIUM_FLAGS],
  env,
})
const page = await browser.newPage({ viewport: null })
const session = await page.context().newCDPSession(page)
const xdotool = openXdotool(env)
const random = createRandom(`clock probe ${Date.now()}`)
const counts = new Map<string, Record<string, number>>()

const LETTERS = [...'the quick brown fox jumps over a lazy dog'.replaceAll(' ', '')]
const TIMES: Readonly<Record<Exclude<Source, 'X server'>, () => { timestamp?: number }>> = {
  protocol: () => ({}),
  whole: () => ({ timestamp: Date.now() / 1000 }),
  between: () => ({ timestamp: (Date.now() + 0.05) / 1000 }),
}

async function type(source: Source): Promise<void> {
  const pause = (): number => random.about(5, 0.5)
  if (source === 'X server') {
    const sleepLine = (): string => `sleep ${(pause() / 1000).toFixed(4)}`
    await xdotool.run([
      ...LETTERS.flatMap((key) => [`keydown ${key}`, sleepLine(), `keyup ${key}`, sleepLine()]),
      ...['Shift_L', 'Shift_R', 'Shift_L'].flatMap((key) => [`keydown ${key}`, sleepLine(), `keyup ${key}`]),
    ])
    return
  }
  for (const key of LETTERS) {
    const code = `Key${key.toUpperCase()}`
    await session.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      key,
      code,
      text: key,
      ...TIMES[source](),
    })
    await sleep(pause())
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, ...TIMES[source]() })
    await sleep(pause())
  }
  const shift = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 }
  for (const type of ['keyDown', 'keyUp'] as const)
    await session.send('Input.dispatchKeyEvent', { ...shift, type, ...TIMES[source]() })
}

/** Button presses make the browser deliver every move at once. */
async function move(source: Source): Promise<void> {
  const path = Array.from(
    { length: 25 },
    (_, i) => [200 + 12 * i, Math.round(350 + 40 * Math.sin(i / 3))] as const,
  )
  if (source === 'X server') {
    await xdotool.run(path.flatMap(([x, y]) => [`mousemove ${x} ${y}`, 'click 1', 'sleep 0.004']))
    return
  }
  for (const [x, screenY] of path) {
    const at = { x, y: screenY - 140, button: 'left', clickCount: 1 } as const
    await session.send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved', ...TIMES[source]() })
    await session.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed', ...TIMES[source]() })
    await sleep(4)
    await session.send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased', ...TIMES[source]() })
  }
}

function asEvent([kind, t]: Taken[number]): SessionEvent {
  return kind === 'key'
    ? { type: 'keydown', t, class: KEY_CLASS.lower, flags: 0, slot: 0, name: 0 }
    : { type: 'move', t, x: 0, y: 0, coalesced: 1, flags: POINTER.mouse << POINTER_FLAGS.kindShift }
}

const NATIVE = ['X server', 'X server'] as const
const RUNS: readonly (readonly [keys: Source, mouse: Source])[] = [
  NATIVE,
  NATIVE,
  NATIVE,
  NATIVE,
  ['protocol', 'protocol'],
  ['protocol', 'X server'],
  ['X server', 'protocol'],
  ['whole', 'whole'],
  ['whole', 'X server'],
  ['between', 'between'],
]
const endMs = Date.now() + seconds * 1000
for (let run = 0; Date.now() < endMs; run++) {
  const [keys, mouse] = isNative ? NATIVE : (RUNS[run % RUNS.length] as (typeof RUNS)[number])
  await page.goto(served.url)
  await xdotool.run(['mousemove 300 350', 'click 1'])
  await page.focus('textarea')
  await sleep(random.about(40, 0.5))
  await page.evaluate('void (taken.length = 0)')
  await type(keys)
  await move(mouse)
  await sleep(100)
  const clock = foldClock()
  for (const taken of (await page.evaluate('taken')) as Taken) clock.step(asEvent(taken))
  const found = clock.done()
  const source = clockSourceOf(found)
  const isScattered = found.keysOnPhase < SCATTERED_SHARE * found.keys
  const name = `keys: ${keys}, mouse: ${mouse}`
  const group = counts.get(name) ?? {}
  const what = source === 'one' && isScattered ? 'one, scattered' : source
  group[what] = (group[what] ?? 0) + 1
  const mouseAlone = isMouseScattered(found) ? 'mouse scattered' : 'mouse on one tenth'
  group[mouseAlone] = (group[mouseAlone] ?? 0) + 1
  if (((await page.evaluate('unplaced')) as number) > 0)
    group['unplaced Shift'] = (group['unplaced Shift'] ?? 0) + 1
  counts.set(name, group)
}
for (const [name, group] of [...counts].sort()) console.log(name, JSON.stringify(group))
xdotool.close()
await browser.close()
served.close()
display.stop()
