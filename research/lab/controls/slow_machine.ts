/** A person whose browser gets half of one processor core, as on an old or busy machine. */
import { spawn } from 'node:child_process'
import type { Scenario, Stack } from '../scenario.ts'
import { browsePlainly } from './plain.ts'

const TASKSET = '/usr/bin/taskset'
/** The input stays on the other cores, so that it keeps the times of a person. */
const ON_ONE_CORE = [TASKSET, '--cpu-list', '0'] as const
const TIMEOUT_MS = 300_000

async function onSlowMachine(scenario: Scenario): Promise<void> {
  const [command, ...args] = [...ON_ONE_CORE, process.execPath, '--eval', 'for (;;);']
  const busy = spawn(command as string, args, { stdio: 'ignore' })
  try {
    await browsePlainly(scenario, { window: { through: ON_ONE_CORE } })
  } finally {
    busy.kill('SIGKILL')
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'slow-machine',
    family: 'control',
    modes: ['headed'],
    timeoutMs: TIMEOUT_MS,
    what: 'a person whose browser shares one processor core with a busy program',
    needs: [TASKSET],
    run: onSlowMachine,
  },
]
