/** puppeteer-extra with its stealth plugin, whose evasions apply only to pages opened later. */
import puppeteer from 'puppeteer-core'
import { addExtra } from 'puppeteer-extra'
import stealth from 'puppeteer-extra-plugin-stealth'
import { imitate } from '../drivers/imitation.ts'
import type { Stack } from '../scenario.ts'
import { clickThrough, type Launcher, puppeteerDriver, withPuppeteer } from './puppeteer.ts'

function stealthy(): Launcher {
  const extra = addExtra(puppeteer as never)
  extra.use(stealth())
  return extra as unknown as Launcher
}

export const stacks: readonly Stack[] = [
  {
    name: 'stealth-naive',
    family: 'stealth',
    modes: ['headless', 'headed'],
    what: 'the stealth plugin with `click` and `type`',
    run: (scenario) =>
      withPuppeteer(
        scenario,
        (page) => clickThrough(page, scenario, (selector, text) => page.type(selector, text, { delay: 40 })),
        stealthy(),
      ),
  },
  {
    name: 'stealth-human',
    family: 'stealth',
    modes: ['headless', 'headed'],
    what: 'the stealth plugin with Bezier paths and irregular keys',
    run: (scenario) =>
      withPuppeteer(scenario, (page) => imitate(puppeteerDriver(page), scenario), stealthy()),
  },
]
