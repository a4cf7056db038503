/** A browser for language models: agent-browser, a separate program that uses the DevTools protocol. */
import { join } from 'node:path'
import { CHROMIUM } from '../browsers.ts'
import { openCommand } from '../drivers/command.ts'
import type { Scenario, Stack } from '../scenario.ts'

const BINARY = join(
  import.meta.dirname,
  '..',
  `node_modules/agent-browser/bin/agent-browser-linux-${process.arch}`,
)

const run =
  (verb: 'fill' | 'type') =>
  async (scenario: Scenario): Promise<void> => {
    const { answers, targets, profile, mode } = scenario
    const browser = openCommand([BINARY], {
      cwd: profile,
      env: {
        ...scenario.env,
        HOME: profile,
        AGENT_BROWSER_EXECUTABLE_PATH: CHROMIUM,
        AGENT_BROWSER_ARGS: scenario.flags.join(','),
        AGENT_BROWSER_PROFILE: join(profile, 'browser'),
        AGENT_BROWSER_SESSION: 'lab',
        ...(mode === 'headed' && { AGENT_BROWSER_HEADED: '1' }),
      },
    })
    try {
      await browser('open', scenario.url)
      await browser('click', targets.first)
      await browser(verb, targets.first, answers.first)
      await browser('click', targets.choice)
      await browser('scroll', 'down', `${scenario.scrollPx}`)
      await browser('click', targets.otherChoice)
      await browser('click', targets.second)
      await browser(verb, targets.second, answers.second)
      await browser('click', targets.submit)
      await scenario.finished()
    } finally {
      await browser('close').catch(() => {})
    }
  }

export const stacks: readonly Stack[] = [
  {
    name: 'agent-browser',
    family: 'agent',
    modes: ['headless', 'headed'],
    what: '`fill` and `click` from a shell',
    needs: [BINARY],
    run: run('fill'),
  },
  {
    name: 'agent-browser-typed',
    family: 'agent',
    modes: ['headed'],
    what: '`type` and `click` from a shell',
    needs: [BINARY],
    run: run('type'),
  },
]
