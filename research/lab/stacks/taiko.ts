/** Taiko, which finds fields by their visible labels. */

import { CHROMIUM } from '../browsers.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

async function run(scenario: Scenario): Promise<void> {
  // Taiko reads its settings from the environment when it loads.
  process.env.TAIKO_BROWSER_PATH = CHROMIUM
  process.env.TAIKO_BROWSER_ARGS = ''
  if (scenario.env.DISPLAY) process.env.DISPLAY = scenario.env.DISPLAY
  const { $, click, closeBrowser, goto, openBrowser, scrollDown, write } = await import('taiko')
  const { answers, targets, scrollPx } = scenario
  await openBrowser({
    headless: scenario.mode === 'headless',
    args: [...scenario.flags, `--user-data-dir=${scenario.profile}`],
  })
  try {
    await goto(scenario.url)
    await click($(targets.first))
    await write(answers.first)
    await click($(targets.choice))
    await scrollDown(scrollPx)
    await sleep(300)
    await click($(targets.otherChoice))
    await click($(targets.second))
    await write(answers.second)
    await click($(targets.submit))
    await scenario.finished()
  } finally {
    await closeBrowser()
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'taiko',
    family: 'taiko',
    modes: ['headless', 'headed'],
    what: '`click` and `write`',
    run,
  },
]
