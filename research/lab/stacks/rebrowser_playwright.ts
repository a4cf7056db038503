/** rebrowser's Playwright, and Playwright with the stealth plugin. */
import { chromium as playwright } from 'playwright-core'
import { addExtra } from 'playwright-extra'
import stealth from 'puppeteer-extra-plugin-stealth'
import { chromium as rebrowser } from 'rebrowser-playwright-core'
import { imitate } from '../drivers/imitation.ts'
import type { Stack } from '../scenario.ts'
import { clickThrough, type Launcher, playwrightDriver, withPlaywright } from './playwright.ts'

function stealthy(): Launcher {
  const extra = addExtra(playwright as unknown as Parameters<typeof addExtra>[0])
  extra.use(stealth())
  return extra as unknown as Launcher
}

export const stacks: readonly Stack[] = [
  {
    name: 'rebrowser-playwright',
    family: 'rebrowser',
    modes: ['headless', 'headed'],
    what: 'patched Playwright with `click` and `pressSequentially`',
    run: (scenario) =>
      withPlaywright(
        scenario,
        (page) =>
          clickThrough(page, scenario, (selector, text) =>
            page.locator(selector).pressSequentially(text, { delay: 45 }),
          ),
        rebrowser as unknown as Launcher,
      ),
  },
  {
    name: 'stealth-playwright-human',
    family: 'stealth',
    modes: ['headed'],
    what: 'Playwright with the stealth plugin, Bezier paths and irregular keys',
    run: (scenario) =>
      withPlaywright(scenario, (page) => imitate(playwrightDriver(page), scenario), stealthy(), {
        viewport: null,
      }),
  },
]
