/** Installs Debian packages that a test needs, or names the missing ones. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

/** Debian package and one of its files; the same file from another source also counts. */
export type NeededPackages = Readonly<Record<string, string>>

const isThere = (path: string) => (path.includes('*') ? globSync(path).length > 0 : existsSync(path))

const findMissing = (needed: NeededPackages) =>
  Object.keys(needed).filter((name) => !isThere(needed[name] as string))

/** Installs the missing packages; exits with a message if that is not possible. */
export function installPackages(needed: NeededPackages): void {
  const missing = findMissing(needed)
  if (missing.length === 0) return
  const list = missing.join(' ')
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    fail(`these Debian packages are missing: ${list}. Install them (apt-get install ${list}) and run again`)
  }
  console.log(`Installing for the tests: ${list}`)
  apt('update')
  apt('install', '--yes', '--no-install-recommends', ...missing)
  const still = findMissing(needed)
  if (still.length > 0) fail(`still missing after apt-get install: ${still.join(' ')}`)
}

function apt(...words: string[]): void {
  const { status } = spawnSync('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) fail(`apt-get ${words.join(' ')} failed`)
}

export function fail(reason: string): never {
  console.error(`The tests cannot start: ${reason}.`)
  process.exit(1)
}
