/** Debian's Firefox, driven by Puppeteer over WebDriver BiDi. */

import puppeteer from 'puppeteer-core'
import { FIREFOX } from '../browsers.ts'
import { imitate } from '../drivers/imitation.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { clickThrough, puppeteerDriver, withPuppeteer } from './puppeteer.ts'

export const firefox = ({ profile, env }: Scenario) => ({
  browser: 'firefox' as const,
  executablePath: FIREFOX,
  args: [],
  env: { ...env, HOME: profile },
})

export const stacks: readonly Stack[] = [
  {
    name: 'firefox-bidi',
    family: 'firefox',
    modes: ['headless', 'headed'],
    what: '`click` and `type` with a delay of 30 ms',
    run: (scenario) =>
      withPuppeteer(
        scenario,
        (page) => clickThrough(page, scenario, (selector, text) => page.type(selector, text, { delay: 30 })),
        puppeteer,
        firefox(scenario),
      ),
  },
  {
    name: 'firefox-bidi-human',
    family: 'firefox',
    modes: ['headed'],
    what: 'Bezier paths, irregular keys, wheel notches',
    run: (scenario) =>
      withPuppeteer(
        scenario,
        (page) => imitate(puppeteerDriver(page), scenario),
        puppeteer,
        firefox(scenario),
      ),
  },
]
