/** Classes of programs for evaluation only, recorded after the weights were fixed. See hardened_classes.ts. */
import { chromium as patchright } from 'patchright-core'
import { chromium as playwright } from 'playwright-core'
import puppeteer from 'puppeteer-core'
import { chromium as rebrowser } from 'rebrowser-playwright-core'
import type { Send } from '../drivers/cdp.ts'
import { emulatePhone } from '../drivers/disguise.ts'
import { openExtensionBridge } from '../drivers/extension_bridge.ts'
import { answerHardened } from '../drivers/hardened.ts'
import { bidiChannel, cdpChannel, playwrightChannel } from '../drivers/hardened_channels.ts'
import { bezierPath } from '../drivers/humanized_mouse.ts'
import { keyOf } from '../drivers/keyboard.ts'
import { nativeKeys } from '../drivers/mixed_channels.ts'
import { answerOnPhone, composeWords } from '../drivers/phone.ts'
import { type AgentTools, actOnScreenshots } from '../drivers/screenshot_agent.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { withExtension } from './extension.ts'
import { firefox } from './firefox_bidi.ts'
import { asIs, overCdp, withStyle } from './hardened.ts'
import { AGENT_TIMEOUT_MS, besideXdotool, hideWebdriver, WITHOUT_FLAG } from './hardened_classes.ts'
import { type Launcher, withPlaywright } from './playwright.ts'
import { withPuppeteer } from './puppeteer.ts'
import { withNative } from './xdotool.ts'

/** Types without Shift and without overlap, as agents do over the protocol. */
function cdpTools(send: Send): AgentTools {
  const channel = cdpChannel(send)
  return {
    screenshot: () => send('Page.captureScreenshot'),
    boxOf: channel.boxOf,
    async click(at) {
      await channel.move(at)
      await channel.press(at)
      await sleep(50)
      await channel.release(at)
    },
    async type(text) {
      for (const character of text) {
        const { symbol, shift } = keyOf(character)
        if (shift) await channel.key('keydown', 'Shift_L')
        await channel.key('keydown', symbol)
        await sleep(30)
        await channel.key('keyup', symbol)
        if (shift) await channel.key('keyup', 'Shift_L')
        await sleep(30)
      }
    },
    async scroll(notches, at) {
      await channel.move(at)
      for (let turned = 0; turned < notches; turned++) await channel.wheel(120, at)
    },
  }
}

/** Computer-use agents in a container act through the X server. */
const xdotoolAgent = (scenario: Scenario): Promise<void> =>
  withNative(scenario, (xdotool) => {
    const { layout } = scenario
    const place = ({ x, y }: { x: number; y: number }): string => {
      const [left, top] = layout.latest?.offset ?? [0, 0]
      return `${Math.round(left + x)} ${Math.round(top + y)}`
    }
    const tools: AgentTools = {
      screenshot: () => sleep(300),
      async boxOf(selector) {
        await sleep(250)
        const { places } = await layout.until('the page', () => true)
        const [x, y, width, height] = places[selector] as readonly [number, number, number, number]
        return { x, y, width, height }
      },
      click: (at) => xdotool.run([`mousemove ${place(at)}`, 'sleep 0.02', 'click 1']),
      type: (text) => xdotool.run([`type --delay 12 "${text.replaceAll('"', '\\"')}"`]),
      scroll: (notches, at) =>
        xdotool.run([`mousemove ${place(at)}`, `click --repeat ${notches} --delay 20 5`]),
    }
    return actOnScreenshots(tools, scenario)
  })

/** The extension runs in an ordinary browser: no flag, no port, no driver. */
async function throughExtension(scenario: Scenario): Promise<void> {
  const bridge = await openExtensionBridge()
  const task = { address: bridge.address, path: scenario.path }
  try {
    await withExtension(
      scenario,
      'bridge',
      'task.js',
      `self.task = ${JSON.stringify(task)}`,
      undefined,
      async () => {
        await sleep(800)
        await answerHardened(cdpChannel(bridge.send), scenario, { awaits: true })
      },
    )
  } finally {
    bridge.close()
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'judged-extension-debugger',
    family: 'judged-extension',
    modes: ['headed'],
    times: 5,
    what: 'an extension with `chrome.debugger`: strokes with tremor, lognormal keys with slips, Shift and force',
    run: throughExtension,
  },
  {
    name: 'judged-humanizer-bezier',
    family: 'judged-humanizer',
    modes: ['headed'],
    times: 5,
    what: "rebrowser's Playwright with a humanizing layer: Bezier paths with overshoot, lognormal keys",
    run: (scenario) =>
      withPlaywright(
        scenario,
        (page) => answerHardened(playwrightChannel(page), scenario, { awaits: true, path: bezierPath(9) }),
        rebrowser as unknown as Launcher,
        WITHOUT_FLAG(scenario),
      ),
  },
  {
    name: 'judged-bezier-sixty',
    family: 'judged-bezier',
    modes: ['headed'],
    times: 5,
    what: 'raw protocol, Bezier paths with one move every 16 ms, not awaited',
    run: overCdp(asIs, withStyle({ awaits: false, path: bezierPath(16) }, { smoothWheel: true })),
  },
  {
    name: 'judged-mixed-keys',
    family: 'judged-mixed',
    modes: ['headed'],
    times: 5,
    what: 'mouse and wheel over the protocol, keys through the X server',
    run: besideXdotool((send, xdotool, scenario) =>
      answerHardened({ ...cdpChannel(send), ...nativeKeys(xdotool) }, scenario, {
        awaits: true,
        mouse: { reportMs: 16 },
      }),
    ),
  },
  {
    name: 'judged-screenshot-cdp',
    family: 'judged-screenshot',
    modes: ['headed'],
    times: 5,
    timeoutMs: AGENT_TIMEOUT_MS,
    what: 'an agent that acts by screenshot over the raw protocol: presses with force, Shift, 60 ms between keys',
    run: overCdp(asIs, (send, scenario) => actOnScreenshots(cdpTools(send), scenario)),
  },
  {
    name: 'judged-screenshot-patchright',
    family: 'judged-screenshot',
    modes: ['headed'],
    times: 5,
    timeoutMs: AGENT_TIMEOUT_MS,
    what: 'an agent that acts by screenshot on Patchright: 20 moves before a click, text typed with a delay of 40 ms',
    run: (scenario) =>
      withPlaywright(
        scenario,
        (page) =>
          actOnScreenshots(
            {
              screenshot: () => page.screenshot(),
              boxOf: playwrightChannel(page).boxOf,
              async click({ x, y }) {
                await page.mouse.move(x, y, { steps: 20 })
                await page.mouse.click(x, y, { delay: 70 })
              },
              type: (text) => page.keyboard.type(text, { delay: 40 }),
              async scroll(notches) {
                for (let turned = 0; turned < notches; turned++) {
                  await page.mouse.wheel(0, 120)
                  await sleep(60)
                }
              },
            },
            scenario,
          ),
        patchright as unknown as Launcher,
        { viewport: null },
      ),
  },
  {
    name: 'judged-screenshot-xdotool',
    family: 'judged-screenshot',
    modes: ['headed'],
    times: 5,
    timeoutMs: AGENT_TIMEOUT_MS,
    what: 'an agent that acts by screenshot through the X server: jumps, a key every 12 ms',
    run: xdotoolAgent,
  },
  {
    name: 'judged-firefox-preload',
    family: 'judged-firefox',
    modes: ['headed'],
    times: 5,
    what: 'Firefox over BiDi, `webdriver` hidden by a preload script, strokes with tremor, keys that overlap',
    run: (scenario) =>
      withPuppeteer(
        scenario,
        async (page) => {
          await sleep(800)
          await answerHardened(bidiChannel(page), scenario, { awaits: true })
        },
        puppeteer,
        firefox(scenario),
        hideWebdriver,
      ),
  },
  {
    name: 'judged-phone-composed',
    family: 'judged-phone',
    modes: ['headed', 'headless'],
    page: 'survey',
    times: 5,
    what: 'Playwright without its webdriver flag, posing as Android: long taps off the middle, text composed',
    run: (scenario) =>
      withPlaywright(
        scenario,
        async (page) => {
          const session = await page.context().newCDPSession(page)
          const send = session.send.bind(session) as unknown as Send
          await sleep(800)
          await answerOnPhone(send, scenario, composeWords)
        },
        playwright,
        WITHOUT_FLAG(scenario),
        async (page) => {
          const session = await page.context().newCDPSession(page)
          await emulatePhone(session.send.bind(session) as unknown as Send)
        },
      ),
  },
]
