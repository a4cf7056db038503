/** Starts a browser as a user would: a command and a window, with no debugging connection. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CHROMIUM, FIREFOX } from '../browsers.ts'
import type { Scenario } from '../scenario.ts'

export interface Window {
  close(): Promise<void>
}

export interface WindowOptions {
  readonly flags?: readonly string[]
  readonly firefox?: boolean
  /** The first page, if not the scenario's. */
  readonly url?: string
  /** A command that wraps the browser's command. */
  readonly through?: readonly string[]
}

export function openWindow(scenario: Scenario, options: WindowOptions = {}): Window {
  const url = options.url ?? scenario.url
  const [program, args] = options.firefox
    ? [FIREFOX, ['--no-remote', '--profile', scenario.profile, '--width', '1300', '--height', '940', url]]
    : [
        CHROMIUM,
        [
          ...scenario.flags,
          `--user-data-dir=${scenario.profile}`,
          '--window-position=180,40',
          '--window-size=1300,940',
          ...(options.flags ?? []),
          url,
        ],
      ]
  const [command, ...rest] = [...(options.through ?? []), program, ...args] as [string, ...string[]]
  const child = spawn(command, rest, { env: scenario.env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  return {
    async close() {
      child.kill()
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(timer)
    },
  }
}
