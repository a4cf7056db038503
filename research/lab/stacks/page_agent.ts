/**
 * page-agent: an agent that lives in the page and sends synthetic events. For evaluation only: no limit and no weight was
 * chosen on these recordings.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario, Stack } from '../scenario.ts'
import { withExtension } from './extension.ts'

const AGENT = join(import.meta.dirname, '../node_modules/page-agent/dist/iife/page-agent.demo.js')

function run(scenario: Scenario): Promise<void> {
  const { path, targets, answers, random } = scenario
  const task = {
    path,
    steps: [
      { selector: targets.first, text: answers.first },
      { selector: targets.choice },
      { selector: targets.otherChoice },
      { selector: targets.second, text: answers.second },
      { selector: targets.submit },
    ],
    pausesMs: Array.from({ length: 6 }, () => random.whole(1500, 4000)),
  }
  return withExtension(scenario, 'page-agent', 'task.js', `self.task = ${JSON.stringify(task)}`, (folder) =>
    cpSync(AGENT, join(folder, 'page-agent.js')),
  )
}

export const stacks: readonly Stack[] = [
  {
    name: 'unseen-page-agent',
    family: 'unseen-agent',
    modes: ['headed', 'headless'],
    times: 2,
    what: 'an agent in the page with a scripted model that takes 1.5 to 4 s for each step',
    run,
  },
]
