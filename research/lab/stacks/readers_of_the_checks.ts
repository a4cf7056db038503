/** Programs in the style of public humanizing code (`judged-public`), and the same by an author who has read the checks (`informed`). */
import { chromium as patchright } from 'patchright-core'
import type { Page } from 'playwright-core'
import puppeteer from 'puppeteer-core'
import type { Send } from '../drivers/cdp.ts'
import { leastSuspicious } from '../drivers/chosen_typing.ts'
import { answerHardened, type Channel, keysOf, play } from '../drivers/hardened.ts'
import { bidiChannel, cdpChannel, playwrightChannel } from '../drivers/hardened_channels.ts'
import type { Point } from '../drivers/imitation.ts'
import { codeOf } from '../drivers/keyboard.ts'
import type { Step } from '../drivers/person_mouse.ts'
import type { Random } from '../drivers/random.ts'
import type { Moment } from '../drivers/xdotool.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { firefox } from './firefox_bidi.ts'
import { asIs, overCdp } from './hardened.ts'
import { hideWebdriver } from './hardened_classes.ts'
import { type Launcher, withPlaywright } from './playwright.ts'
import { withPuppeteer } from './puppeteer.ts'

const TIMEOUT_MS = 300_000
export const maximized = (scenario: Scenario): Scenario => ({
  ...scenario,
  flags: [...scenario.flags, '--start-maximized'],
})

/** As the layouts of Puppeteer and Playwright describe the two keys. */
export const sided =
  (send: Send): Send =>
  (method, params = {}) =>
    send(method, (params as { code?: string }).code === 'ShiftLeft' ? { ...params, location: 1 } : params)

/** Bezier with minimum jerk along it, jitter of a pixel, as public humanizing code draws it. */
function publicPath(from: Point, to: Point, _size: number, random: Random): Step[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const lastsMs = 180 + 130 * Math.log2(distance / 30 + 1) * random.about(1, 0.15)
  const [nx, ny] = [-(to.y - from.y) / (distance || 1), (to.x - from.x) / (distance || 1)]
  const [a, b] = [random.normal(0, 0.1) * distance, random.normal(0, 0.1) * distance]
  const steps: Step[] = []
  for (let atMs = 10; ; atMs += random.between(7, 13)) {
    const time = Math.min(1, atMs / lastsMs)
    const s = time ** 3 * (10 - 15 * time + 6 * time ** 2)
    const aside = 3 * (1 - s) ** 2 * s * a + 3 * (1 - s) * s ** 2 * b + (time < 1 ? random.normal(0, 0.6) : 0)
    steps.push({
      x: Math.round(from.x + (to.x - from.x) * s + nx * aside),
      y: Math.round(from.y + (to.y - from.y) * s + ny * aside),
      atMs,
    })
    if (time === 1) return steps
  }
}

/** A notch as several small random steps. */
const randomWheel =
  (send: Send, awaits: boolean, random: Random): Channel['wheel'] =>
  async (deltaY, at) => {
    let left = Math.abs(deltaY)
    while (left > 0) {
      const px = Math.min(left, random.whole(11, 37))
      left -= px
      const sent = send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        ...at,
        deltaX: 0,
        deltaY: Math.sign(deltaY) * px,
      })
      if (awaits) await sent
      else sent.catch(() => {})
      await sleep(random.between(14, 26))
    }
    return undefined
  }

function humanizedCdp(rawSend: Send, scenario: Scenario): Promise<void> {
  const send = sided(rawSend)
  const channel = cdpChannel(send)
  return answerHardened({ ...channel, wheel: randomWheel(send, true, scenario.random) }, scenario, {
    awaits: true,
    path: publicPath,
  })
}

/** The same code with `sleep(20 to 30 ms)` after every awaited move, as many scripts have it. */
function unhurriedCdp(rawSend: Send, scenario: Scenario): Promise<void> {
  const send = sided(rawSend)
  const channel = cdpChannel(send)
  const { random } = scenario
  return answerHardened(
    {
      ...channel,
      async move(to) {
        await channel.move(to)
        await sleep(random.between(20, 30))
      },
      wheel: randomWheel(send, true, random),
    },
    scenario,
    {
      awaits: true,
      // A third of the points; the times are those of the pauses.
      path: (from, to, size, around) => {
        const steps = publicPath(from, to, size, around)
        return steps
          .filter((_, i) => i % 3 === 2 || i === steps.length - 1)
          .map((step) => ({ ...step, atMs: 0 }))
      },
    },
  )
}

/** Moves every 28 ms, too slow for a rate, and typing that the open model of Byhand finds human. */
function informedCdp(rawSend: Send, scenario: Scenario): Promise<void> {
  const send = sided(rawSend)
  const channel = cdpChannel(send)
  const { random } = scenario
  const earlier: Moment[][] = []
  return answerHardened({ ...channel, wheel: randomWheel(send, false, random) }, scenario, {
    awaits: false,
    mouse: { reportMs: 28, swayPx: random.between(2.5, 5) },
    keys(text) {
      const plan = leastSuspicious(text, random, earlier)
      earlier.push(plan)
      return plan
    },
  })
}

/** A model's agent that goes through two pages: a screenshot, some seconds, one action. */
async function publicAgent(page: Page, { url, targets, answers, random }: Scenario): Promise<void> {
  const decide = async (): Promise<void> => {
    await page.screenshot()
    await sleep(random.about(3000, 0.35))
  }
  const click = async (selector: string): Promise<void> => {
    await decide()
    const element = page.locator(selector)
    await element.scrollIntoViewIfNeeded()
    const box = await element.boundingBox()
    if (!box) throw new Error(`${selector} has no box`)
    await page.mouse.move(
      box.x + box.width * random.between(0.3, 0.7),
      box.y + box.height * random.between(0.3, 0.7),
      {
        steps: random.whole(20, 40),
      },
    )
    await sleep(random.between(50, 150))
    await page.mouse.down()
    await sleep(random.between(50, 120))
    await page.mouse.up()
  }
  const type = async (text: string): Promise<void> => {
    for (const character of text)
      await page.keyboard
        .type(character, { delay: random.between(40, 110) })
        .then(() => sleep(random.about(70, 0.5)))
  }
  await page.goto(`${new URL(url).origin}/demo`)
  await click('input[name="q2"][value="3"]')
  await click('input[name="q4b"][value="2"]')
  await click('input[name="q8"][value="no"]')
  await decide()
  await page.goto(url)
  await click(targets.first)
  await type(answers.first)
  await click(targets.choice)
  await click(targets.otherChoice)
  await click(targets.second)
  await type(answers.second)
  await click(targets.submit)
}

/** The same agent by keyboard alone. While the model thinks, arrow keys scroll now and then. */
async function informedAgent(page: Page, { url, targets, answers, random, layout }: Scenario): Promise<void> {
  const channel = playwrightChannel(page)
  const tap = async (key: string): Promise<void> => {
    await page.keyboard.down(key)
    await sleep(Math.max(45, random.about(88, 0.25)))
    await page.keyboard.up(key)
  }
  /** The model answers after 3 to 6 seconds; the program looks around meanwhile. */
  const decide = async (key: 'ArrowDown' | 'PageDown' | null = 'ArrowDown'): Promise<void> => {
    const answered = page.screenshot().then(() => sleep(random.between(3000, 6000)))
    let isOver = false
    void answered.then(() => {
      isOver = true
    })
    while (!isOver) {
      await sleep(Math.min(2000, Math.max(300, random.about(1000, 0.45))))
      if (key !== null && !isOver) await tap(random.next() < 0.75 ? key : 'ArrowUp')
    }
  }
  const earlier: Moment[][] = []
  const type = async (text: string): Promise<void> => {
    const plan = leastSuspicious(text, random, earlier)
    earlier.push(plan)
    const keys = keysOf({ ...channel, key: libraryKey(page) }, plan)
    await play(keys, false)
    await sleep(random.about(400, 0.4))
  }
  const tabTo = async (ids: readonly string[]): Promise<void> => {
    for (let tabs = 0; tabs < 40; tabs++) {
      await sleep(150)
      if (ids.includes(layout.latest?.focused ?? '')) return
      await tap('Tab')
      await sleep(random.about(240, 0.4))
    }
    throw new Error(`no ${ids.join()}`)
  }
  const idOf = (selector: string) => selector.slice(1)
  await page.goto(`${new URL(url).origin}/demo`)
  await decide('PageDown')
  await decide()
  await page.goto(url)
  await decide()
  await tabTo([idOf(targets.first)])
  await decide(null)
  await type(answers.first)
  await tap('Tab')
  await tabTo(['way-walk'])
  await tap('Space')
  await sleep(random.about(500, 0.3))
  await tap('ArrowDown')
  await decide('PageDown').catch(() => {})
  await tabTo(['plan-close'])
  await tap('ArrowDown')
  await tap('Tab')
  await tabTo([idOf(targets.second)])
  await type(answers.second)
  await tap('Tab')
  await tabTo([idOf(targets.submit)])
  await sleep(random.about(700, 0.3))
  await tap('Enter')
}

/** Keys by their codes, as Playwright's layout names them; Shift has a side. */
function libraryKey(page: Page): Channel['key'] {
  return (kind, symbol) => {
    const code = codeOf(symbol) ?? symbol
    return kind === 'keydown' ? page.keyboard.down(code) : page.keyboard.up(code)
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'judged-public-cdp',
    family: 'judged-public',
    modes: ['headed'],
    timeoutMs: TIMEOUT_MS,
    what: 'raw protocol with public humanizing code: Bezier and minimum jerk, lognormal keys with slips, Shift with its side, random wheel steps',
    run: overCdp(asIs, humanizedCdp),
  },
  {
    name: 'judged-public-maximized',
    family: 'judged-public',
    modes: ['headed'],
    timeoutMs: TIMEOUT_MS,
    what: 'the same in a maximized window',
    run: (scenario) => overCdp(asIs, humanizedCdp)(maximized(scenario)),
  },
  {
    name: 'informed-paced',
    family: 'informed-protocol',
    modes: ['headed'],
    timeoutMs: TIMEOUT_MS,
    what: 'the public code in a maximized window with 20 to 30 ms of sleep after every move',
    run: (scenario) => overCdp(asIs, unhurriedCdp)(maximized(scenario)),
  },
  {
    name: 'informed-cdp',
    family: 'informed-protocol',
    modes: ['headed'],
    timeoutMs: TIMEOUT_MS,
    what: 'the same by a reader of the checks: a move every 28 ms, not awaited, typing chosen with the open model',
    run: (scenario) => overCdp(asIs, informedCdp)(maximized(scenario)),
  },
  {
    name: 'judged-public-agent',
    family: 'judged-public',
    modes: ['headed'],
    page: 'survey',
    timeoutMs: TIMEOUT_MS,
    what: 'an agent on Patchright through two pages: screenshots, seconds, one action',
    run: (scenario) =>
      withPlaywright(scenario, (page) => publicAgent(page, scenario), patchright as unknown as Launcher, {
        viewport: null,
      }),
  },
  {
    name: 'informed-agent',
    family: 'informed-agent',
    modes: ['headed'],
    page: 'survey',
    timeoutMs: TIMEOUT_MS,
    what: 'the same by a reader of the checks: by keyboard alone, arrows while the model thinks',
    run: (scenario) =>
      withPlaywright(scenario, (page) => informedAgent(page, scenario), patchright as unknown as Launcher, {
        viewport: null,
        args: [...scenario.flags, '--start-maximized'],
      }),
  },
  {
    name: 'judged-public-firefox',
    family: 'judged-public',
    modes: ['headed'],
    timeoutMs: TIMEOUT_MS,
    what: 'Firefox over BiDi with a preload script and the same public humanizing code',
    run: (scenario) =>
      withPuppeteer(
        scenario,
        async (page) => {
          await sleep(800)
          await answerHardened(bidiChannel(page), scenario, { awaits: true, path: publicPath })
        },
        puppeteer,
        firefox(scenario),
        hideWebdriver,
      ),
  },
]
