/**
 * One respondent on several stacks: see drivers/respondent.ts. For evaluation only: no limit and no weight was chosen on
 * these recordings.
 */
import { chromium as patchright } from 'patchright-core'
import { chromium } from 'playwright-core'
import puppeteer from 'puppeteer-core'
import type { Send } from '../drivers/cdp.ts'
import { disguiseAs, LINUX_CHROME } from '../drivers/disguise.ts'
import { bidiChannel, cdpChannel, playwrightChannel } from '../drivers/hardened_channels.ts'
import { READING_TIMEOUT_MS, respond } from '../drivers/respondent.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { firefox } from './firefox_bidi.ts'
import { overCdp } from './hardened.ts'
import { type Launcher, withPlaywright } from './playwright.ts'
import { withPuppeteer } from './puppeteer.ts'

const QUIET = ['--disable-blink-features=AutomationControlled']

const onPlaywright = (scenario: Scenario, launcher: Launcher, more: object): Promise<void> =>
  withPlaywright(
    scenario,
    (page) =>
      respond(
        { ...playwrightChannel(page), textOf: (selector) => page.locator(selector).first().innerText() },
        scenario,
        true,
      ),
    launcher,
    more,
  )

async function textOf(send: Send, selector: string): Promise<string> {
  const { root } = (await send('DOM.getDocument')) as { root: { nodeId: number } }
  const found = (await send('DOM.querySelector', { nodeId: root.nodeId, selector })) as { nodeId: number }
  const { outerHTML } = (await send('DOM.getOuterHTML', found)) as { outerHTML: string }
  return outerHTML.replace(/<[^>]*>/g, ' ')
}

export const stacks: readonly Stack[] = [
  {
    name: 'unseen-respondent-patchright',
    timeoutMs: READING_TIMEOUT_MS,
    family: 'unseen-respondent',
    modes: ['headed', 'headless'],
    what: 'reads by the length of the text, types with slips, curves with overshoot, on Patchright',
    run: (scenario) => onPlaywright(scenario, patchright as unknown as Launcher, { viewport: null }),
  },
  {
    name: 'unseen-respondent-cdp',
    timeoutMs: READING_TIMEOUT_MS,
    family: 'unseen-respondent',
    modes: ['headed', 'headless'],
    what: 'the same over the raw protocol, events not awaited; headless with the user agent overridden',
    run: (scenario) =>
      overCdp(
        async (send) => {
          if (scenario.mode === 'headless') await disguiseAs(send, LINUX_CHROME)
        },
        (send) =>
          respond({ ...cdpChannel(send), textOf: (selector) => textOf(send, selector) }, scenario, false),
      )(scenario),
  },
  {
    name: 'unseen-respondent-playwright',
    timeoutMs: READING_TIMEOUT_MS,
    family: 'unseen-respondent',
    modes: ['headed'],
    what: 'the same on Playwright without its webdriver flag',
    run: (scenario) =>
      onPlaywright(scenario, chromium, {
        args: [...scenario.flags, ...QUIET],
        ignoreDefaultArgs: ['--enable-automation'],
        viewport: null,
      }),
  },
  {
    name: 'unseen-respondent-firefox',
    timeoutMs: READING_TIMEOUT_MS,
    family: 'unseen-respondent',
    modes: ['headed', 'headless'],
    what: 'the same in Firefox over WebDriver BiDi',
    run: (scenario) =>
      withPuppeteer(
        scenario,
        (page) =>
          respond(
            {
              ...bidiChannel(page),
              textOf: (selector) => page.$eval(selector, (element) => element.textContent ?? ''),
            },
            scenario,
            true,
          ),
        puppeteer,
        firefox(scenario),
      ),
  },
]
