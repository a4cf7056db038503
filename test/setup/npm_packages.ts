/** Installs the npm packages of a folder that has a lock of its own, unless they are up to date. */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from './debian_packages.ts'

const ROOT = join(import.meta.dirname, '../..')

const changedMs = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

export function installNpmPackages(folder: string): void {
  const home = join(ROOT, folder)
  // npm writes the second file at the end of an installation.
  if (changedMs(join(home, 'package-lock.json')) <= changedMs(join(home, 'node_modules/.package-lock.json')))
    return
  console.log(`Installing the packages of ${folder} …`)
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: home,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) fail(`npm ci in ${folder} failed`)
}
