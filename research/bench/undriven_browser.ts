/**
 * Starts a browser without a driver, like a visitor's browser, because a driver's own work in each new frame would
 * distort the measurement.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM, CHROMIUM_FLAGS } from '../../test/setup/browser.ts'

export interface UndrivenBrowser {
  close(): Promise<void>
}

export async function startUndrivenBrowser(
  url: string,
  flags: readonly string[] = [],
): Promise<UndrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'byhand-alone-'))
  const child = spawn(
    CHROMIUM,
    ['--headless', ...CHROMIUM_FLAGS, ...flags, `--user-data-dir=${profile}`, url],
    {
      stdio: 'ignore',
    },
  )
  return {
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
