/**
 * Packs packages into clients/packages, named by their version, for a registry or an archive.
 * `npm run pack:all` packs all of them and builds `byhand` first; `node bin/launch.js tools/pack.ts node r` packs some.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NPM_PACKAGES, npmArchive } from './build_packages.ts'
import { pluginArchives } from './plugin_archives.ts'

const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'clients/packages')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** Packages that need a program which this machine may not have. */
const warnings: string[] = []

function run(folder: string, command: string, ...words: string[]): boolean {
  const { status } = spawnSync(command, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return true
  warnings.push(`${command} ${words.join(' ')} failed in ${folder}.`)
  return false
}

const write = (name: string, content: Buffer) => writeFileSync(join(TARGET, name), content)

const PACKED: Readonly<Record<string, () => void>> = {
  ...Object.fromEntries(
    Object.entries(NPM_PACKAGES).map(([name, folder]) => [
      name.replace('byhand-', ''),
      () => write(`${name}-${version}.tgz`, npmArchive(folder)),
    ]),
  ),
  python: () => void run(join(ROOT, 'clients/python'), 'python3', 'packaging/wheel_backend.py', TARGET),
  r: () => void run(TARGET, 'R', 'CMD', 'build', join(ROOT, 'clients/r')),
  plugins() {
    for (const [name, archive] of Object.entries(pluginArchives())) {
      write(`byhand-${name.replace('.', `-${version}.`)}`, archive)
    }
  },
  byhand: () => void run(ROOT, 'npm', 'pack', '--silent', '--pack-destination', TARGET),
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PACKED)
const unknown = wanted.filter((name) => !(name in PACKED))
if (unknown.length > 0) {
  console.error(`There is no package ${unknown.join(', ')}. Known: ${Object.keys(PACKED).join(', ')}.`)
  process.exit(2)
}
mkdirSync(TARGET, { recursive: true })
for (const name of wanted) PACKED[name]?.()
for (const warning of warnings) console.error(`Warning: ${warning}`)
// Someone who names a package needs it; with all of them, a missing program is no reason to fail.
if (warnings.length > 0 && process.argv.length > 2) process.exit(1)
