/** Patchright, a Playwright fork that enables no feature that a page could detect. */
import { chromium } from 'patchright-core'
import { imitate } from '../drivers/imitation.ts'
import type { Stack } from '../scenario.ts'
import { clickThrough, type Launcher, playwrightDriver, withPlaywright } from './playwright.ts'

const LAUNCHER = chromium as unknown as Launcher

export const stacks: readonly Stack[] = [
  {
    name: 'patchright-naive',
    family: 'patchright',
    modes: ['headless', 'headed'],
    what: 'patched Playwright with `click` and `fill`',
    run: (scenario) =>
      withPlaywright(
        scenario,
        (page) => clickThrough(page, scenario, (selector, text) => page.fill(selector, text)),
        LAUNCHER,
        { viewport: null },
      ),
  },
  {
    name: 'patchright-typed',
    family: 'patchright',
    modes: ['headed'],
    what: 'patched Playwright with `pressSequentially`',
    run: (scenario) =>
      withPlaywright(
        scenario,
        (page) =>
          clickThrough(page, scenario, (selector, text) =>
            page.locator(selector).pressSequentially(text, { delay: 80 }),
          ),
        LAUNCHER,
        { viewport: null },
      ),
  },
  {
    name: 'patchright-human',
    family: 'patchright',
    modes: ['headless', 'headed'],
    what: 'patched Playwright with Bezier paths and irregular keys',
    run: (scenario) =>
      withPlaywright(scenario, (page) => imitate(playwrightDriver(page), scenario), LAUNCHER, {
        viewport: null,
      }),
  },
]
