/**
 * `node research/lab/position_probe.ts SOURCE [seconds]`: whether mouse moves reach a page at places that no display server reports.
 * Sources: `framed`, `maximized` (the X server with and without the window's frame), `wayland`, `xwayland` (sway, with a mouse
 * that moves by fractions of a pixel), `remote` (a VNC viewer), `driver`, `driver maximized` and `driver headless` (libraries
 * over CDP). One run has 30 or more moves. The page is plain, zoomed, or holds frames that are scaled or between pixels.
 */
import { createCursor } from 'ghost-cursor'
import { chromium as patchright } from 'patchright-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import puppeteer, { type Page as PuppeteerPage } from 'puppeteer-core'
import { POINTER, POINTER_FLAGS, type SessionEvent } from '../../src/contract/batch/rows.ts'
import { areOffGrid, foldPositions, MIN_OFF_GRID } from '../../src/features/mouse/positions.ts'
import { startDisplay } from '../../test/setup/display.ts'
import { freePort } from '../../test/setup/free_port.ts'
import { CHROMIUM, CHROMIUM_FLAGS } from './browsers.ts'
import { createRandom } from './drivers/random.ts'
import { startRemoteDesktop } from './drivers/vnc.ts'
import { OZONE_FLAGS, openWaylandInput, startWayland } from './drivers/wayland.ts'
import { openXdotool, type Xdotool } from './drivers/xdotool.ts'
import { serveProbePage } from './probe_page.ts'
import { sleep } from './scenario.ts'

const [, , source = 'framed', seconds = '60'] = process.argv
const isNative = !source.startsWith('driver')
const random = createRandom(`position probe ${source} ${Date.now()}`)

const SCRIPT = `<script>
addEventListener('pointermove', ({ screenX: x, screenY: y, pointerType }) =>
  top.taken.push([pointerType === 'mouse', !!(x % 1 || y % 1), !!((x * 256) % 1 || (y * 256) % 1)]), true)
</script>`
const FRAME = (style: string) =>
  `<iframe style="position:absolute;left:10.3px;top:12.7px;width:1100px;height:640px;border:0;${style}" srcdoc="${SCRIPT.replaceAll('"', '&quot;')}"></iframe>`
const PAGES = ['', FRAME(''), FRAME('transform:scale(.9)'), FRAME('zoom:.9')].map(
  (body) => `<!doctype html><body style="margin:0;height:3000px"><script>
taken = []
// Through the document, which the worlds of a library have in common.
addEventListener('take', () => {
  const size = [innerWidth, outerWidth, Math.round(devicePixelRatio * 100), Math.round(visualViewport.scale * 100)]
  document.documentElement.dataset.taken = JSON.stringify([taken, size])
  taken = []
})
</script>${SCRIPT}${body}`,
)

type Taken = readonly [
  rows: readonly (readonly [isMouse: boolean, isFractional: boolean, isOffGrid: boolean])[],
  size: readonly [innerWidth: number, outerWidth: number, scale: number, zoom: number],
]

const TAKE = `dispatchEvent(new Event('take')), document.documentElement.dataset.taken`
const take = async (page: { evaluate(code: string): Promise<unknown> }): Promise<Taken> =>
  JSON.parse((await page.evaluate(TAKE)) as string)

const counts = new Map<string, Record<string, number>>()
function count([rows, size]: Taken, name: string): void {
  const [innerWidth, outerWidth, scale, zoom] = size
  const fold = foldPositions()
  const sizes = { innerWidth, outerWidth, scale, zoom, innerHeight: 0, outerHeight: 0 }
  fold.step({ type: 'resize', t: 0, ...sizes } satisfies SessionEvent)
  for (const [isMouse, isFractional, isOffGrid] of rows) {
    const flags =
      (isMouse ? POINTER.mouse << POINTER_FLAGS.kindShift : 0) |
      (isFractional ? POINTER_FLAGS.fractional : 0) |
      (isOffGrid ? POINTER_FLAGS.offGrid : 0)
    fold.step({ type: 'move', t: 0, x: 0, y: 0, coalesced: 1, flags } satisfies SessionEvent)
  }
  const found = fold.done()
  const group = counts.get(name) ?? {}
  counts.set(name, group)
  const add = (what: string): void => {
    group[what] = (group[what] ?? 0) + 1
  }
  add(found.moves < MIN_OFF_GRID ? 'unknown' : areOffGrid(found) ? 'off the grid' : 'on the grid')
  if (rows.filter(([, isFractional]) => isFractional).length > rows.length / 2) add('between pixels')
  if (found.offGrid > 0) add('with one move off the grid')
}

/** A curve across the page; with fractions as Bezier code, or a mouse with acceleration, has them. */
function curve(length: number): { x: number; y: number }[] {
  const [a, b] = [random.between(300, 600), random.between(250, 420)]
  const [width, height] = [random.between(-250, 250), random.between(-120, 120)]
  return Array.from({ length }, (_, i) => ({
    x: a + width * Math.sin(i / random.between(18, 22)),
    y: b + height * Math.cos(i / random.between(12, 16)),
  }))
}

async function moveNatively(input: Xdotool, isFractional: boolean): Promise<void> {
  const at = (value: number) => (isFractional ? value.toFixed(4) : `${Math.round(value)}`)
  const stepMs = random.of([8, 12, 17, 20])
  await input.run(
    curve(Math.ceil(32 * Math.max(1, 17 / stepMs))).flatMap(({ x, y }) => [
      `mousemove ${at(x + 60)} ${at(y + 120)}`,
      `sleep ${((stepMs * random.about(1, 0.2)) / 1000).toFixed(4)}`,
    ]),
  )
}

type Cleanup = () => unknown
const cleanups: Cleanup[] = []
const display = await startDisplay({ windowManager: source !== 'maximized' && source !== 'wayland' })
cleanups.push(() => display.stop())
let env: Readonly<Record<string, string>> = {
  ...(process.env as Record<string, string>),
  DISPLAY: display.name,
}
let input: Xdotool | undefined
const flags: string[] = []
if (source === 'wayland' || source === 'xwayland') {
  const session = await startWayland({ env }, { x11: source === 'xwayland' })
  cleanups.push(() => session.stop())
  env = session.env
  input = openWaylandInput(env)
  flags.push(...(source === 'wayland' ? OZONE_FLAGS : ['--ozone-platform=x11']))
} else if (source === 'remote') {
  const remote = await startRemoteDesktop(env)
  cleanups.push(() => remote.stop())
  input = openXdotool(env)
  env = remote.env
} else if (isNative) input = openXdotool(env)
if (source === 'maximized') flags.push('--window-position=0,0', '--window-size=1920,1080')
if (source.endsWith('maximized')) flags.push('--start-maximized')

const args = [...CHROMIUM_FLAGS, ...flags]
const headless = source === 'driver headless'
const options = { executablePath: CHROMIUM, headless, env: { ...env } }
const served = await Promise.all(PAGES.map(serveProbePage))
cleanups.push(() => {
  for (const { close } of served) close()
})
const endMs = Date.now() + Number(seconds) * 1000

async function probeNative(browser: Browser, own: Xdotool): Promise<void> {
  const page = await browser.newPage({ viewport: null })
  const isFractional = source === 'wayland' || source === 'xwayland'
  let zoom = 0
  for (let run = 0; Date.now() < endMs; run++) {
    if (run % 6 === 0) await page.goto((served[(run / 6) % PAGES.length] as { url: string }).url)
    // Now and then, a page at 90 or 110% and back.
    const turn = random.next() < (zoom === 0 ? 0.04 : 0.4) ? (zoom === 0 ? random.of([-1, 1]) : -zoom) : 0
    if (turn !== 0) {
      const key = (zoom + turn === 0 ? '0' : turn < 0 ? 'minus' : 'equal') as string
      await own.run(['keydown Control_L', `keydown ${key}`, `keyup ${key}`, 'keyup Control_L', 'sleep 0.3'])
      zoom += turn
    }
    await take(page)
    await moveNatively(own, isFractional)
    await sleep(120)
    count(await take(page), source)
  }
}

/** A way of a driver to move the mouse. */
type Way = readonly [name: string, move: () => Promise<unknown>, page: Page | PuppeteerPage]

const pause = () => sleep(random.of([0, 0, 4, 10, 25]))

async function playwrightWays(browser: Browser, name: string): Promise<Way[]> {
  const context = await browser.newContext({ viewport: headless ? { width: 1280, height: 800 } : null })
  const page: Page = await context.newPage()
  await page.goto((served[0] as { url: string }).url)
  const cdp = await context.newCDPSession(page)
  const along = (send: (x: number, y: number) => Promise<unknown>) => async () => {
    for (const { x, y } of curve(30)) {
      await send(x, y)
      await pause()
    }
  }
  return [
    [`${name}, floats`, along((x, y) => page.mouse.move(x, y)), page],
    [
      `${name}, mouse.move with steps`,
      () => page.mouse.move(random.between(200, 700), random.between(150, 420), { steps: 30 }),
      page,
    ],
    ...(name === 'Playwright'
      ? ([
          [
            'raw protocol, floats',
            along((x, y) => cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })),
            page,
          ],
          [
            'raw protocol, rounded to 0.01',
            along((x, y) =>
              cdp.send('Input.dispatchMouseEvent', {
                type: 'mouseMoved',
                x: Math.round(x * 100) / 100,
                y: Math.round(y * 100) / 100,
              }),
            ),
            page,
          ],
        ] satisfies Way[])
      : []),
  ]
}

async function puppeteerWays(): Promise<Way[]> {
  const browser = await puppeteer.launch({ ...options, args, defaultViewport: null })
  cleanups.unshift(() => browser.close())
  const page = await browser.newPage()
  await page.goto((served[0] as { url: string }).url)
  await page.bringToFront()
  const cursor = createCursor(page as never)
  return [
    ['ghost-cursor', () => cursor.moveTo({ x: random.between(100, 800), y: random.between(80, 500) }), page],
    [
      'Puppeteer, mouse.move with steps',
      () => page.mouse.move(random.between(200, 700), random.between(150, 420), { steps: 30 }),
      page,
    ],
  ]
}

try {
  if (input !== undefined) {
    // A debugger that only opens pages; input comes from the system.
    const port = await freePort()
    const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] })
    cleanups.unshift(() => browser.close())
    await probeNative(browser, input)
    input.close()
  } else {
    const first = await chromium.launch({ ...options, args })
    const second = await patchright.launch({ ...options, args })
    cleanups.unshift(
      () => first.close(),
      () => second.close(),
    )
    const ways = [
      ...(await playwrightWays(first, 'Playwright')),
      ...(await playwrightWays(second as unknown as Browser, 'Patchright')),
      ...(await puppeteerWays()),
    ]
    while (Date.now() < endMs) {
      for (const [name, move, page] of ways) {
        let taken = await take(page)
        const rows: Taken[0][number][] = []
        // A cursor library sends fewer moves for a short way.
        for (let tries = 0; rows.length < 30 && tries < 20; tries++) {
          await move()
          await sleep(40)
          taken = await take(page)
          rows.push(...taken[0])
        }
        count([rows, taken[1]], name)
      }
    }
  }
} finally {
  for (const [name, group] of [...counts].sort()) console.log(source, '|', name, JSON.stringify(group))
  for (const clean of cleanups) await clean()
}
process.exit()
