/** Installs what the tests need and npm cannot bring: browsers, a display, PostgreSQL, a C compiler. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

/** Debian package -> a file it brings, by which we know that it (or its equal) is there. */
const NEEDED: Readonly<Record<string, string>> = {
  chromium: '/usr/bin/chromium',
  'firefox-esr': '/usr/bin/firefox-esr',
  postgresql: '/usr/lib/postgresql/*/bin/postgres',
  xvfb: '/usr/bin/Xvfb',
  openbox: '/usr/bin/openbox',
  xdotool: '/usr/bin/xdotool',
  gcc: '/usr/bin/gcc',
  'libc6-dev': '/usr/include/stdio.h',
  faketime: '/usr/bin/faketime',
  'nginx-light': '/usr/sbin/nginx',
  caddy: '/usr/bin/caddy',
  openssl: '/usr/bin/openssl',
}

const isThere = (path: string) => (path.includes('*') ? globSync(path).length > 0 : existsSync(path))
const findMissing = () => Object.keys(NEEDED).filter((name) => !isThere(NEEDED[name] as string))

function apt(...words: string[]): void {
  const { status } = spawnSync('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) fail(`apt-get ${words.join(' ')} did not succeed`)
}

function fail(reason: string): never {
  console.error(`The tests cannot start: ${reason}.`)
  process.exit(1)
}

const missing = findMissing()
if (missing.length > 0) {
  const list = missing.join(' ')
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    fail(`these Debian packages are missing: ${list}. Install them (apt-get install ${list}) and run again`)
  }
  console.log(`Installing for the tests: ${list}`)
  apt('update')
  apt('install', '--yes', '--no-install-recommends', ...missing)
  const still = findMissing()
  if (still.length > 0) fail(`still missing after apt-get install: ${still.join(' ')}`)
}
