/** Starts a browser as a user would: a command and a window, with no debugging connection. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHROMIUM, FIREFOX, WEBKIT } from '../browsers.ts'
import type { Scenario } from '../scenario.ts'

export interface Window {
  close(): Promise<void>
}

export interface WindowOptions {
  readonly flags?: readonly string[]
  readonly browser?: 'chromium' | 'firefox' | 'webkit'
  /** The first page, if not the scenario's. */
  readonly url?: string
  /** A command that wraps the browser's command. */
  readonly through?: readonly string[]
}

/**
 * A new profile shows a notice about data collection after about a minute, which moves the page down between a look at
 * it and the click.
 */
const FIREFOX_SETTINGS = 'user_pref("datareporting.policy.dataSubmissionPolicyBypassNotification", true);\n'

export function openWindow(scenario: Scenario, options: WindowOptions = {}): Window {
  if (options.browser === 'firefox') appendFileSync(join(scenario.profile, 'user.js'), FIREFOX_SETTINGS)
  const url = options.url ?? scenario.url
  const [program, args] = commandOf(scenario, url, options)
  const [command, ...rest] = [...(options.through ?? []), program, ...args] as [string, ...string[]]
  const child = spawn(command, rest, {
    env: { ...scenario.env, ...(options.browser === 'webkit' && { HOME: scenario.profile }) },
    stdio: 'ignore',
  })
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

function commandOf(scenario: Scenario, url: string, { browser, flags }: WindowOptions): [string, string[]] {
  switch (browser) {
    case 'firefox':
      return [
        FIREFOX,
        ['--no-remote', '--profile', scenario.profile, '--width', '1300', '--height', '940', url],
      ]
    case 'webkit':
      return [WEBKIT, ['--geometry=1300x940', url]]
    default:
      return [
        CHROMIUM,
        [
          ...scenario.flags,
          `--user-data-dir=${scenario.profile}`,
          '--window-position=180,40',
          '--window-size=1300,940',
          ...(flags ?? []),
          url,
        ],
      ]
  }
}
