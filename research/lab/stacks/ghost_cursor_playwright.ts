/** The Playwright port of ghost-cursor, which adds its own globals to the window. */
import { createCursor } from 'ghost-cursor-playwright'
import { chromium } from 'playwright-core'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { withPlaywright } from './playwright.ts'

async function run(scenario: Scenario): Promise<void> {
  const { answers, targets, scrollPx, random } = scenario
  let cursor: Awaited<ReturnType<typeof createCursor>> | undefined
  await withPlaywright(
    scenario,
    async (page) => {
      const click = (target: string) =>
        cursor?.actions.click({ target, waitBeforeClick: [60, 200], waitBetweenClick: [60, 120] })
      const type = async (text: string): Promise<void> => {
        for (const character of text) await page.keyboard.type(character, { delay: random.between(30, 110) })
      }
      await click(targets.first)
      await type(answers.first)
      await click(targets.choice)
      await page.mouse.wheel(0, scrollPx)
      await sleep(600)
      await click(targets.otherChoice)
      await click(targets.second)
      await type(answers.second)
      await click(targets.submit)
    },
    chromium,
    {},
    // ghost-cursor tracks the mouse from page load.
    async (page) => {
      cursor = await createCursor(page as never)
    },
  )
}

export const stacks: readonly Stack[] = [
  {
    name: 'ghost-cursor-playwright',
    family: 'ghost-cursor',
    modes: ['headed'],
    what: '`cursor.actions.click`, keys with random delays',
    run,
  },
]
