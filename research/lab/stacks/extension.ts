/**
 * Extensions that fill in the form: one from its content script, one through `chrome.debugger`. They use no driver and
 * no flag that a page can see.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openExtension } from '../drivers/extension.ts'
import { type How, injection } from '../drivers/injection.ts'
import { openWindow } from '../drivers/window.ts'
import type { Scenario, Stack } from '../scenario.ts'

export async function withExtension(
  scenario: Scenario,
  name: string,
  file: string,
  code: string,
  prepare: (folder: string) => void = () => {},
  act: () => Promise<void> = async () => {},
): Promise<void> {
  mkdirSync(scenario.profile, { recursive: true })
  const flags = openExtension(scenario, name)
  const folder = join(scenario.profile, `lab-extension-${name}`)
  writeFileSync(join(folder, file), code)
  prepare(folder)
  const window = openWindow(scenario, {
    flags: [...flags, ...(scenario.mode === 'headless' ? ['--headless=new'] : [])],
  })
  try {
    await scenario.layout.until('the page', ({ path }) => path === scenario.path)
    await act()
    await scenario.sent()
    await scenario.finished()
  } finally {
    await window.close()
  }
}

const fromContentScript = (how: How) => (scenario: Scenario) =>
  withExtension(
    scenario,
    'answering',
    'content.js',
    `if (location.pathname === '${scenario.path}') ${injection(scenario, how)}`,
  )

export const stacks: readonly Stack[] = [
  {
    name: 'extension-content',
    family: 'extension',
    modes: ['headless', 'headed'],
    what: 'a content script sets values and clicks',
    run: fromContentScript('value'),
  },
  {
    name: 'extension-content-keys',
    family: 'extension',
    modes: ['headed'],
    what: 'a content script with synthetic keys and pointer events',
    run: fromContentScript('keys'),
  },
  {
    name: 'extension-content-command',
    family: 'extension',
    modes: ['headed'],
    what: 'a content script with `execCommand`',
    run: fromContentScript('command'),
  },
  {
    name: 'extension-debugger',
    family: 'extension',
    modes: ['headed'],
    what: '`chrome.debugger` sends input as DevTools would: centered clicks, quick keys',
    run: (scenario) => {
      const { path, targets, answers, scrollPx } = scenario
      const task = { path, targets, answers, scrollPx, human: false }
      return withExtension(scenario, 'debugging', 'task.js', `self.task = ${JSON.stringify(task)}`)
    },
  },
  {
    name: 'extension-debugger-human',
    family: 'extension',
    modes: ['headed'],
    what: '`chrome.debugger` with curved paths, irregular keys and wheel notches',
    run: (scenario) => {
      const { path, targets, answers, scrollPx } = scenario
      const task = { path, targets, answers, scrollPx, human: true }
      return withExtension(scenario, 'debugging', 'task.js', `self.task = ${JSON.stringify(task)}`)
    },
  },
]
