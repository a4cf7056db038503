/** Installs the npm packages of a folder that has a lock of its own, unless they are complete and up to date. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from './debian_packages.ts'

const ROOT = join(import.meta.dirname, '../..')

const changedMs = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** What types, style and tests need beside the packages of the root. */
export function installTestPackages(): void {
  for (const folder of ['test', 'tools', 'research']) installNpmPackages(folder)
}

export function installNpmPackages(folder: string): void {
  const home = join(ROOT, folder)
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const isComplete = Object.keys(dependencies).every((name) => existsSync(join(home, 'node_modules', name)))
  // npm writes the second file at the end of an installation.
  const isCurrent =
    changedMs(join(home, 'package-lock.json')) <= changedMs(join(home, 'node_modules/.package-lock.json'))
  if (isComplete && isCurrent) return
  console.log(`Installing the packages of ${folder} …`)
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: home,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) fail(`npm ci in ${folder} failed`)
}
