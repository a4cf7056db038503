/** Desktop browsers that emulate a phone, with taps instead of clicks, driven by Playwright and Patchright. */
import { chromium as patchright } from 'patchright-core'
import { chromium, type Page } from 'playwright-core'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { type Launcher, withPlaywright } from './playwright.ts'

const ANDROID = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
  viewport: { width: 412, height: 839 },
  deviceScaleFactor: 2.625,
  isMobile: true,
  hasTouch: true,
} as const

const IPHONE = {
  ...ANDROID,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  viewport: { width: 393, height: 659 },
  deviceScaleFactor: 3,
} as const

async function tapThrough(
  page: Page,
  { answers, targets, scrollPx }: Scenario,
  enter: (selector: string, text: string) => Promise<void>,
): Promise<void> {
  await page.tap(targets.first)
  await enter(targets.first, answers.first)
  await page.tap(targets.choice)
  await page.evaluate((px) => window.scrollBy(0, px), scrollPx)
  await sleep(300)
  await page.tap(targets.otherChoice)
  await page.tap(targets.second)
  await enter(targets.second, answers.second)
  await page.tap(targets.submit)
}

const onPhone =
  (
    launcher: Launcher,
    enter: (page: Page, selector: string, text: string) => Promise<void>,
    phone: typeof ANDROID | typeof IPHONE = ANDROID,
  ) =>
  (scenario: Scenario) =>
    withPlaywright(
      scenario,
      (page) => tapThrough(page, scenario, (selector, text) => enter(page, selector, text)),
      launcher,
      phone,
    )

const DISGUISED = patchright as unknown as Launcher

export const stacks: readonly Stack[] = [
  {
    name: 'phone-playwright',
    family: 'phone',
    modes: ['headless', 'headed'],
    what: 'Playwright as an Android phone: `tap` and `fill`',
    run: onPhone(chromium, (page, selector, text) => page.fill(selector, text)),
  },
  {
    name: 'phone-patchright',
    family: 'phone',
    modes: ['headed'],
    what: 'Patchright as an Android phone: `tap` and `fill`',
    run: onPhone(DISGUISED, (page, selector, text) => page.fill(selector, text)),
  },
  {
    name: 'phone-patchright-iphone',
    family: 'phone',
    modes: ['headed'],
    what: 'Patchright as an iPhone: `tap` and `fill`',
    run: onPhone(DISGUISED, (page, selector, text) => page.fill(selector, text), IPHONE),
  },
  {
    name: 'phone-patchright-typed',
    family: 'phone',
    modes: ['headed'],
    what: 'Patchright as an Android phone: `tap` and `pressSequentially`',
    run: onPhone(DISGUISED, (page, selector, text) =>
      page.locator(selector).pressSequentially(text, { delay: 90 }),
    ),
  },
]
