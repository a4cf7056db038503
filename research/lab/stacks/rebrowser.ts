/** rebrowser's Puppeteer, patched so that pages cannot detect a debugger. */
import puppeteer from 'rebrowser-puppeteer-core'
import { imitate } from '../drivers/imitation.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { clickThrough, type Launcher, puppeteerDriver, withPuppeteer } from './puppeteer.ts'

const LAUNCHER = puppeteer as unknown as Launcher

const quiet = ({ flags }: Scenario) => ({
  args: [...flags, '--disable-blink-features=AutomationControlled'],
  ignoreDefaultArgs: ['--enable-automation'],
  defaultViewport: null,
})

export const stacks: readonly Stack[] = [
  {
    name: 'rebrowser-naive',
    family: 'rebrowser',
    modes: ['headless', 'headed'],
    what: 'patched Puppeteer with `click` and `type`',
    run: (scenario) =>
      withPuppeteer(
        scenario,
        (page) => clickThrough(page, scenario, (selector, text) => page.type(selector, text, { delay: 30 })),
        LAUNCHER,
        quiet(scenario),
      ),
  },
  {
    name: 'rebrowser-human',
    family: 'rebrowser',
    modes: ['headed'],
    what: 'patched Puppeteer with Bezier paths and irregular keys',
    run: (scenario) =>
      withPuppeteer(scenario, (page) => imitate(puppeteerDriver(page), scenario), LAUNCHER, quiet(scenario)),
  },
]
