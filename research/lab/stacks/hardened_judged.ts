/** Hardened programs for evaluation only: no limit and no weight was chosen on them. See hardened.ts. */
import { chromium } from 'playwright-core'
import rebrowser from 'rebrowser-puppeteer-core'
import type { Send } from '../drivers/cdp.ts'
import { disguiseAs, emulatePhone, LINUX_CHROME, WINDOWS_CHROME } from '../drivers/disguise.ts'
import { answerHardened, modelLatency } from '../drivers/hardened.ts'
import { cdpChannel, playwrightChannel, puppeteerChannel } from '../drivers/hardened_channels.ts'
import { answerNatively } from '../drivers/native_program.ts'
import { answerOnPhone, swipeWords } from '../drivers/phone.ts'
import { type Stack, sleep } from '../scenario.ts'
import { asIs, overCdp, withStyle } from './hardened.ts'
import { withPlaywright } from './playwright.ts'
import { type Launcher, withPuppeteer } from './puppeteer.ts'

const QUIET = ['--disable-blink-features=AutomationControlled']

async function insertWords(send: Send, text: string, pauseMs: () => number): Promise<void> {
  for (const word of text.split(/(?<= )/)) {
    await send('Input.insertText', { text: word })
    await sleep(pauseMs())
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'judged-headless-windows',
    family: 'judged-headless',
    modes: ['headless'],
    times: 4,
    what: 'headless over the raw protocol as Chrome on Windows, events not awaited',
    run: overCdp((send) => disguiseAs(send, WINDOWS_CHROME), withStyle({ awaits: false })),
  },
  {
    name: 'judged-headless-playwright',
    family: 'judged-headless',
    modes: ['headless'],
    times: 4,
    what: 'headless Playwright, user agent and brands overridden, without its webdriver flag',
    run: (scenario) =>
      withPlaywright(
        scenario,
        (page) => answerHardened(playwrightChannel(page), scenario, { awaits: true }),
        chromium,
        {
          args: [...scenario.flags, ...QUIET, '--window-size=1380,900'],
          ignoreDefaultArgs: ['--enable-automation'],
          viewport: null,
        },
        async (page) => {
          const session = await page.context().newCDPSession(page)
          await disguiseAs(session.send.bind(session) as unknown as Send, LINUX_CHROME)
        },
      ),
  },
  {
    name: 'judged-rebrowser',
    family: 'judged-library',
    modes: ['headed'],
    times: 4,
    what: 'rebrowser Puppeteer with tremor, lognormal typing with slips, Shift and force',
    run: (scenario) =>
      withPuppeteer(
        scenario,
        async (page) => {
          const channel = puppeteerChannel(page)
          const session = await page.createCDPSession()
          // Puppeteer sends no pressure, so presses go over the protocol.
          const raw = cdpChannel(session.send.bind(session) as unknown as Send)
          await answerHardened({ ...channel, press: raw.press, release: raw.release }, scenario, {
            awaits: true,
          })
        },
        rebrowser as unknown as Launcher,
        {
          args: [...scenario.flags, ...QUIET],
          ignoreDefaultArgs: ['--enable-automation'],
          defaultViewport: null,
        },
      ),
  },
  {
    name: 'judged-cdp-paced',
    family: 'judged-cdp',
    modes: ['headed'],
    times: 4,
    what: 'raw protocol, not awaited, one move every 16 ms',
    run: overCdp(asIs, withStyle({ awaits: false, mouse: { reportMs: 16 } }, { smoothWheel: true })),
  },
  {
    name: 'judged-cdp-fast',
    family: 'judged-cdp',
    modes: ['headed'],
    times: 4,
    what: 'raw protocol, not awaited, a move every 4 ms, timestamps with fractions of the system clock',
    run: overCdp(
      asIs,
      withStyle(
        { awaits: false, mouse: { reportMs: 4 } },
        { timestamp: () => Math.floor(performance.timeOrigin + performance.now()) / 1000 },
      ),
    ),
  },
  {
    name: 'judged-phone-swipe',
    family: 'judged-phone',
    modes: ['headless', 'headed'],
    page: 'survey',
    times: 3,
    what: 'a desktop posing as Android, words swiped whole',
    run: overCdp(emulatePhone, (send, scenario) => answerOnPhone(send, scenario, swipeWords)),
  },
  {
    name: 'judged-agent-words',
    family: 'judged-agent',
    modes: ['headed'],
    times: 4,
    what: 'raw protocol: 3 to 6 s before each action, text inserted word by word',
    run: overCdp(asIs, (send, scenario) =>
      answerHardened(cdpChannel(send), scenario, {
        awaits: true,
        think: modelLatency,
        enter: (text, random) => insertWords(send, text, () => random.about(180, 0.4)),
      }),
    ),
  },
  {
    name: 'judged-agent-paste',
    family: 'judged-agent',
    modes: ['headed'],
    times: 4,
    what: 'Playwright: 3 to 6 s before each action, text pasted with Control+V',
    run: (scenario) =>
      withPlaywright(
        scenario,
        async (page, context) => {
          await context.grantPermissions(['clipboard-read', 'clipboard-write'])
          await answerHardened(playwrightChannel(page), scenario, {
            awaits: true,
            think: modelLatency,
            enter: async (text) => {
              await page.evaluate((value) => navigator.clipboard.writeText(value), text)
              await page.keyboard.press('Control+V')
            },
          })
        },
        chromium,
        {
          args: [...scenario.flags, ...QUIET],
          ignoreDefaultArgs: ['--enable-automation'],
          viewport: null,
        },
      ),
  },
  {
    name: 'judged-xdotool-replay',
    family: 'judged-os-level',
    modes: ['headed'],
    times: 4,
    what: "xdotool with the strokes and keys of the lab's simulated people",
    run: (scenario) => answerNatively(scenario, 'replay'),
  },
]
