/**
 * Classes of programs to develop on, written in the style of public ones. The classes of hardened_judged_classes.ts are
 * for evaluation only.
 */
import { chromium as patchright } from 'patchright-core'
import { chromium, type Page } from 'playwright-core'
import puppeteer, { type Page as PuppeteerPage } from 'puppeteer-core'
import type { Send } from '../drivers/cdp.ts'
import { answerHardened } from '../drivers/hardened.ts'
import { cdpChannel, playwrightChannel } from '../drivers/hardened_channels.ts'
import { windPath } from '../drivers/humanized_mouse.ts'
import { imitate } from '../drivers/imitation.ts'
import { typeByMarkovChain } from '../drivers/markov_keys.ts'
import { nativeMouse } from '../drivers/mixed_channels.ts'
import { type AgentTools, actOnScreenshots } from '../drivers/screenshot_agent.ts'
import { openXdotool, type Xdotool } from '../drivers/xdotool.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { firefox } from './firefox_bidi.ts'
import { asIs, overCdp, withStyle } from './hardened.ts'
import { type Launcher, withPlaywright } from './playwright.ts'
import { puppeteerDriver, withPuppeteer } from './puppeteer.ts'

/** Playwright without its webdriver flag. */
export const WITHOUT_FLAG = ({ flags }: Scenario) => ({
  args: [...flags, '--disable-blink-features=AutomationControlled'],
  ignoreDefaultArgs: ['--enable-automation'],
  viewport: null,
})

export const AGENT_TIMEOUT_MS = 300_000

/** The preload script of stealth plugins for Firefox. */
export const hideWebdriver = (page: PuppeteerPage): Promise<unknown> =>
  page.evaluateOnNewDocument("Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })")

/** Runs `act` with an X server client besides the protocol. */
export const besideXdotool =
  (act: (send: Send, xdotool: Xdotool, scenario: Scenario) => Promise<void>) =>
  (scenario: Scenario): Promise<void> =>
    overCdp(asIs, async (send) => {
      const xdotool = openXdotool(scenario.env)
      try {
        await act(send, xdotool, scenario)
      } finally {
        xdotool.close()
      }
    })(scenario)

const playwrightTools = (page: Page): AgentTools => ({
  screenshot: () => page.screenshot(),
  boxOf: playwrightChannel(page).boxOf,
  click: ({ x, y }) => page.mouse.click(x, y),
  type: (text) => page.keyboard.type(text, { delay: 12 }),
  async scroll(notches, { x, y }) {
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, notches * 100)
  },
})

export const stacks: readonly Stack[] = [
  {
    name: 'hardened-humanizer-wind',
    family: 'hardened-humanizer',
    modes: ['headed'],
    times: 4,
    what: 'Patchright with a humanizing layer: wind and gravity move the mouse, lognormal keys with slips',
    run: (scenario) =>
      withPlaywright(
        scenario,
        (page) => answerHardened(playwrightChannel(page), scenario, { awaits: true, path: windPath(8) }),
        patchright as unknown as Launcher,
        { viewport: null },
      ),
  },
  {
    name: 'hardened-typist-markov',
    family: 'hardened-typist',
    modes: ['headed'],
    times: 4,
    what: 'raw protocol, one move every 16 ms, keys of a Markov chain with overlaps',
    run: overCdp(
      asIs,
      withStyle({ awaits: false, mouse: { reportMs: 16 }, keys: typeByMarkovChain }, { smoothWheel: true }),
    ),
  },
  {
    name: 'hardened-mixed-mouse',
    family: 'hardened-mixed',
    modes: ['headed'],
    times: 4,
    what: 'mouse and wheel through the X server, keys over the protocol',
    run: besideXdotool(async (send, xdotool, scenario) => {
      const mouse = await nativeMouse(xdotool, scenario)
      await answerHardened({ ...cdpChannel(send), ...mouse }, scenario, { awaits: true })
    }),
  },
  {
    name: 'hardened-screenshot-playwright',
    family: 'hardened-screenshot',
    modes: ['headed'],
    times: 4,
    timeoutMs: AGENT_TIMEOUT_MS,
    what: 'an agent that acts by screenshot on Playwright: clicks by coordinates, a key every 12 ms',
    run: (scenario) =>
      withPlaywright(
        scenario,
        (page) => actOnScreenshots(playwrightTools(page), scenario),
        chromium,
        WITHOUT_FLAG(scenario),
      ),
  },
  {
    name: 'hardened-firefox-preload',
    family: 'hardened-firefox',
    modes: ['headed'],
    times: 4,
    what: 'Firefox over BiDi, `webdriver` hidden by a preload script, Bezier paths, irregular keys',
    run: (scenario) =>
      withPuppeteer(
        scenario,
        async (page) => {
          await sleep(800)
          await imitate(puppeteerDriver(page), scenario)
        },
        puppeteer,
        firefox(scenario),
        hideWebdriver,
      ),
  },
]
