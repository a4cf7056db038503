/** Runs a Python program of the lab, which drives a library that is installed beside the lab. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CHROMIUM } from '../browsers.ts'
import type { Scenario } from '../scenario.ts'

/** The Python that has the libraries. */
const PYTHON = process.env.LAB_PYTHON ?? 'python3'
const CLOSE_MS = 8000

/** What to install for a library, or undefined if it is installed. */
export function missingLibrary(module: string, install: string): string | undefined {
  const { status } = spawnSync(PYTHON, ['-c', `import ${module}`], { stdio: 'ignore' })
  return status === 0
    ? undefined
    : `the Python package ${install} (install it, and set LAB_PYTHON to the Python that has it)`
}

export interface PythonOptions {
  readonly args?: readonly string[]
  /** Selects one of the program's ways to use its library. */
  readonly style?: string
}

/** The program reads the scenario from its input, reports `submitted`, and ends when its input ends. */
export async function runPython(
  scenario: Scenario,
  program: string,
  { args = [], style = '' }: PythonOptions = {},
): Promise<void> {
  const child = spawn(PYTHON, [join(import.meta.dirname, 'python', program), ...args], {
    env: { ...scenario.env, HOME: scenario.profile, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk}`.slice(-4000)
  })
  const submitted = new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line === 'submitted') resolve()
    })
    child.once('error', reject)
    ended.then(() => reject(new Error(`${program} ended before it submitted the form: ${complaint}`)))
  })
  const { url, targets, answers, scrollPx, mode, profile, flags } = scenario
  const task = {
    url,
    targets,
    answers,
    scroll_px: scrollPx,
    headless: mode === 'headless',
    profile: join(profile, 'browser'),
    browser: CHROMIUM,
    flags,
    seed: `${scenario.random.next()}`,
    style,
  }
  try {
    child.stdin.write(`${JSON.stringify(task)}\n`)
    await submitted
    await scenario.finished()
    child.stdin.end()
    await Promise.race([ended, once(AbortSignal.timeout(CLOSE_MS), 'abort')])
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}
