/** Puppeteer, from the simplest script to one that imitates a person. */
import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core'
import { CHROMIUM } from '../browsers.ts'
import { type InputDriver, imitate } from '../drivers/imitation.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

/** Puppeteer and its forks, which share its interface. */
export interface Launcher {
  launch(options: LaunchOptions): Promise<Browser>
}

export async function withPuppeteer(
  scenario: Scenario,
  act: (page: Page, browser: Browser) => Promise<void>,
  launcher: Launcher = puppeteer,
  more: LaunchOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<void> {
  const browser = await launcher.launch({
    executablePath: CHROMIUM,
    headless: scenario.mode === 'headless',
    userDataDir: scenario.profile,
    args: [...scenario.flags],
    env: { ...scenario.env },
    ...more,
  })
  try {
    const page = await browser.newPage()
    await prepare(page)
    await page.goto(scenario.url)
    await act(page, browser)
    await scenario.finished()
  } finally {
    await browser.close()
  }
}

export const puppeteerDriver = (page: Page): InputDriver => ({
  async boxOf(selector) {
    const box = await (await page.$(selector))?.boundingBox()
    if (!box) throw new Error(`${selector} has no box`)
    return box
  },
  move: ({ x, y }) => page.mouse.move(x, y),
  press: () => page.mouse.down(),
  release: () => page.mouse.up(),
  keyDown: (character) => page.keyboard.down(character as never),
  keyUp: (character) => page.keyboard.up(character as never),
  wheel: (deltaY) => page.mouse.wheel({ deltaY }),
})

export async function clickThrough(
  page: Page,
  { answers, targets, scrollPx }: Scenario,
  enter: (selector: string, text: string) => Promise<void>,
): Promise<void> {
  await page.click(targets.first)
  await enter(targets.first, answers.first)
  await page.click(targets.choice)
  await page.evaluate((px) => window.scrollBy(0, px), scrollPx)
  await sleep(300)
  await page.click(targets.otherChoice)
  await page.click(targets.second)
  await enter(targets.second, answers.second)
  await page.click(targets.submit)
}

const entering =
  (enter: (page: Page, selector: string, text: string) => Promise<void>) => (scenario: Scenario) =>
    withPuppeteer(scenario, (page) =>
      clickThrough(page, scenario, (selector, text) => enter(page, selector, text)),
    )

export const stacks: readonly Stack[] = [
  {
    name: 'puppeteer-naive',
    family: 'puppeteer',
    modes: ['headless', 'headed'],
    what: '`click` and `type` without a delay',
    run: entering((page, selector, text) => page.type(selector, text)),
  },
  {
    name: 'puppeteer-delay',
    family: 'puppeteer',
    modes: ['headless', 'headed'],
    what: '`type` with a delay of 50 ms',
    run: entering((page, selector, text) => page.type(selector, text, { delay: 50 })),
  },
  {
    name: 'puppeteer-inserttext',
    family: 'puppeteer',
    modes: ['headed'],
    what: '`sendCharacter`: trusted input without a key',
    run: entering(async (page, _, text) => {
      for (const character of text) {
        await page.keyboard.sendCharacter(character)
        await sleep(20)
      }
    }),
  },
  {
    name: 'puppeteer-paste',
    family: 'puppeteer',
    modes: ['headed'],
    what: 'writes the clipboard and presses Control+V',
    run: (scenario) =>
      withPuppeteer(scenario, async (page, browser) => {
        await browser
          .defaultBrowserContext()
          .overridePermissions(new URL(scenario.url).origin, [
            'clipboard-read',
            'clipboard-write',
            'clipboard-sanitized-write',
          ])
        await clickThrough(page, scenario, async (_, text) => {
          await page.evaluate((value) => navigator.clipboard.writeText(value), text)
          await page.keyboard.down('Control')
          await page.keyboard.press('V')
          await page.keyboard.up('Control')
        })
      }),
  },
  {
    name: 'puppeteer-human',
    family: 'puppeteer',
    modes: ['headless', 'headed'],
    what: 'Bezier paths, irregular keys, wheel notches',
    run: (scenario) => withPuppeteer(scenario, (page) => imitate(puppeteerDriver(page), scenario)),
  },
]
