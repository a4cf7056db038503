/** A browser for language models: Playwright's command line, one process per step. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHROMIUM } from '../browsers.ts'
import { openCommand } from '../drivers/command.ts'
import type { Scenario, Stack } from '../scenario.ts'

const SCRIPT = join(import.meta.dirname, '..', 'node_modules/@playwright/cli/playwright-cli.js')

const run =
  (typed: boolean) =>
  async (scenario: Scenario): Promise<void> => {
    const { answers, targets, profile, mode } = scenario
    const settings = join(profile, 'lab-cli.json')
    const launchOptions = { executablePath: CHROMIUM, chromiumSandbox: false, args: [...scenario.flags] }
    writeFileSync(settings, JSON.stringify({ browser: { browserName: 'chromium', launchOptions } }))
    const cli = openCommand([process.execPath, SCRIPT], {
      cwd: profile,
      env: { ...scenario.env, HOME: profile },
    })
    const enter = async (target: string, text: string): Promise<void> => {
      if (!typed) await cli('fill', target, text)
      else {
        await cli('click', target)
        await cli('type', text)
      }
    }
    try {
      await cli('open', scenario.url, '--config', settings, ...(mode === 'headed' ? ['--headed'] : []))
      await enter(targets.first, answers.first)
      await cli('click', targets.choice)
      await cli('mousewheel', '0', `${scenario.scrollPx}`)
      await cli('click', targets.otherChoice)
      await enter(targets.second, answers.second)
      await cli('click', targets.submit)
      await scenario.finished()
    } finally {
      await cli('close').catch(() => {})
    }
  }

export const stacks: readonly Stack[] = [
  {
    name: 'playwright-cli',
    family: 'agent',
    modes: ['headless', 'headed'],
    what: '`fill` and `click` from a shell',
    run: run(false),
  },
  {
    name: 'playwright-cli-typed',
    family: 'agent',
    modes: ['headed'],
    what: '`click` and `type` from a shell',
    run: run(true),
  },
]
