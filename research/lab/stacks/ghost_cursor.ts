/** ghost-cursor on Puppeteer: curved paths that overshoot, with irregular key intervals. */
import { createCursor } from 'ghost-cursor'
import type { Page } from 'puppeteer-core'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { withPuppeteer } from './puppeteer.ts'

async function drive(page: Page, { answers, targets, scrollPx, random }: Scenario): Promise<void> {
  const cursor = createCursor(page as never)
  const type = async (text: string): Promise<void> => {
    for (const character of text) await page.keyboard.type(character, { delay: random.between(30, 110) })
  }
  await cursor.click(targets.first)
  await type(answers.first)
  await cursor.click(targets.choice)
  await cursor.scroll({ y: scrollPx }, { scrollSpeed: 60 })
  await sleep(500)
  await cursor.click(targets.otherChoice)
  await cursor.click(targets.second)
  await type(answers.second)
  await cursor.click(targets.submit)
}

export const stacks: readonly Stack[] = [
  {
    name: 'ghost-cursor',
    family: 'ghost-cursor',
    modes: ['headless', 'headed'],
    what: '`cursor.click` and `cursor.scroll`, keys with random delays',
    run: (scenario) => withPuppeteer(scenario, (page) => drive(page, scenario)),
  },
]
