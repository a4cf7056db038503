/** A driver runs a script inside the page; no input device is used. */
import { type How, injection } from '../drivers/injection.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { withPuppeteer } from './puppeteer.ts'

const run = (how: How) => (scenario: Scenario) =>
  withPuppeteer(scenario, async (page) => {
    // Submitting the form navigates away while the script still runs.
    page.evaluate(injection(scenario, how)).catch(() => {})
    await scenario.sent()
  })

export const stacks: readonly Stack[] = [
  {
    name: 'injection-value',
    family: 'injection',
    modes: ['headless', 'headed'],
    what: '`value =`, `dispatchEvent`, `element.click()`',
    run: run('value'),
  },
  {
    name: 'injection-keys',
    family: 'injection',
    modes: ['headless'],
    what: 'synthetic keys and pointer events with irregular pauses',
    run: run('keys'),
  },
  {
    name: 'injection-command',
    family: 'injection',
    modes: ['headed'],
    what: '`execCommand("insertText")`: trusted, but without a key',
    run: run('command'),
  },
]
