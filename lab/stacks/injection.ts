/** Script run inside the page by a driver: no input device is touched. */
import { type How, injection } from '../drivers/injection.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { withPuppeteer } from './puppeteer.ts'

const run = (how: How) => (scenario: Scenario) =>
  withPuppeteer(scenario, async (page) => {
    // The page goes away under the script when it sends the form.
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
    what: 'made-up keys and pointer events with irregular pauses',
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
