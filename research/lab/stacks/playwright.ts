/** Playwright, from the simplest script to one that imitates a person. */
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM } from '../browsers.ts'
import { type InputDriver, imitate } from '../drivers/imitation.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

/** Playwright and its forks, which share its interface. */
export type Launcher = Pick<typeof chromium, 'launchPersistentContext'>

export async function withPlaywright(
  scenario: Scenario,
  act: (page: Page, context: BrowserContext) => Promise<void>,
  launcher: Launcher = chromium,
  more: Parameters<typeof chromium.launchPersistentContext>[1] = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<void> {
  const context = await launcher.launchPersistentContext(scenario.profile, {
    executablePath: CHROMIUM,
    headless: scenario.mode === 'headless',
    args: [...scenario.flags],
    env: { ...scenario.env },
    ...more,
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await prepare(page)
    await page.goto(scenario.url)
    await act(page, context)
    await scenario.finished()
  } finally {
    await context.close()
  }
}

export const playwrightDriver = (page: Page): InputDriver => ({
  async boxOf(selector) {
    const box = await page.locator(selector).boundingBox()
    if (!box) throw new Error(`${selector} has no box`)
    return box
  },
  move: ({ x, y }) => page.mouse.move(x, y),
  press: () => page.mouse.down(),
  release: () => page.mouse.up(),
  keyDown: (character) => page.keyboard.down(character),
  keyUp: (character) => page.keyboard.up(character),
  wheel: (deltaY) => page.mouse.wheel(0, deltaY),
})

/** Uses the library's simplest calls except for entering text. */
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
  (enter: (page: Page, selector: string, text: string, scenario: Scenario) => Promise<void>) =>
  (scenario: Scenario) =>
    withPlaywright(scenario, (page) =>
      clickThrough(page, scenario, (selector, text) => enter(page, selector, text, scenario)),
    )

export const stacks: readonly Stack[] = [
  {
    name: 'playwright-naive',
    family: 'playwright',
    modes: ['headless', 'headed'],
    what: '`click` and `fill`, nothing else',
    run: entering((page, selector, text) => page.fill(selector, text)),
  },
  {
    name: 'playwright-typed',
    family: 'playwright',
    modes: ['headless', 'headed'],
    what: '`pressSequentially` with a delay of 60 ms',
    run: entering((page, selector, text) => page.locator(selector).pressSequentially(text, { delay: 60 })),
  },
  {
    name: 'playwright-inserttext',
    family: 'playwright',
    modes: ['headed'],
    what: '`keyboard.insertText`, a word at a time with irregular pauses',
    run: entering(async (page, _, text, { random }) => {
      for (const word of text.split(/(?<= )/)) {
        await page.keyboard.insertText(word)
        await sleep(random.about(180, 0.5))
      }
    }),
  },
  {
    name: 'playwright-paste',
    family: 'playwright',
    modes: ['headed'],
    what: 'writes the clipboard and presses Control+V',
    run: (scenario) =>
      withPlaywright(scenario, async (page, context) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        await clickThrough(page, scenario, async (_, text) => {
          await page.evaluate((value) => navigator.clipboard.writeText(value), text)
          await page.keyboard.press('Control+V')
        })
      }),
  },
  {
    name: 'playwright-human',
    family: 'playwright',
    modes: ['headless', 'headed'],
    what: 'Bezier paths, irregular keys, wheel notches',
    run: (scenario) => withPlaywright(scenario, (page) => imitate(playwrightDriver(page), scenario)),
  },
  {
    name: 'playwright-human-nowebdriver',
    family: 'playwright',
    modes: ['headed'],
    what: 'the same, with `navigator.webdriver` switched off by a flag',
    run: (scenario) =>
      withPlaywright(scenario, (page) => imitate(playwrightDriver(page), scenario), chromium, {
        args: [...scenario.flags, '--disable-blink-features=AutomationControlled'],
        ignoreDefaultArgs: ['--enable-automation'],
        viewport: null,
      }),
  },
]
