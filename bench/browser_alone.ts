/** A browser that nobody drives, as a visitor's: a driver's own work in every new frame would be measured along. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM, CHROMIUM_FLAGS } from '../test/setup/browser.ts'

export interface LoneBrowser {
  close(): Promise<void>
}

export async function browseAlone(url: string, flags: readonly string[] = []): Promise<LoneBrowser> {
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
