/**
 * Packs packages into clients/packages, named by their version, for a registry or an archive.
 * `npm run pack:all` packs all of them, builds `byhand` first, and adds an SBOM and checksums; the same sources give the
 * same bytes. `node bin/launch.js tools/pack.ts node r` packs some.
 */
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NPM_PACKAGES, npmArchive, rArchive } from './build_packages.ts'
import { pluginArchives } from './plugin_archives.ts'
import { sbomOf } from './sbom.ts'

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

const write = (name: string, content: Buffer | string) => writeFileSync(join(TARGET, name), content)

const PACKED: Readonly<Record<string, () => void>> = {
  ...Object.fromEntries(
    Object.entries(NPM_PACKAGES).map(([name, folder]) => [
      name.replace('byhand-', ''),
      () => write(`${name}-${version}.tgz`, npmArchive(folder)),
    ]),
  ),
  python: () => void run(join(ROOT, 'clients/python'), 'python3', 'packaging/wheel_backend.py', TARGET),
  r: () => write(`byhand_${version}.tar.gz`, rArchive()),
  plugins() {
    for (const [name, archive] of Object.entries(pluginArchives())) {
      write(`byhand-${name.replace('.', `-${version}.`)}`, archive)
    }
  },
  sbom: () =>
    write('byhand.cdx.json', sbomOf(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))),
  byhand: () => void run(ROOT, 'npm', 'pack', '--silent', '--pack-destination', TARGET),
}

const packsAll = process.argv.length <= 2
const wanted = packsAll ? Object.keys(PACKED) : process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in PACKED))
if (unknown.length > 0) {
  console.error(`There is no package ${unknown.join(', ')}. Known: ${Object.keys(PACKED).join(', ')}.`)
  process.exit(2)
}
// Checksums must not name files of an earlier version.
if (packsAll) rmSync(TARGET, { recursive: true, force: true })
mkdirSync(TARGET, { recursive: true })
for (const name of wanted) PACKED[name]?.()
if (packsAll) write('SHA256SUMS', checksums())
console.log(`Packed into clients/packages: ${readdirSync(TARGET).join(', ')}`)
for (const warning of warnings) console.error(`Warning: ${warning}`)
// Someone who names a package needs it; with all of them, a missing program is no reason to fail.
if (warnings.length > 0 && !packsAll) process.exit(1)

/** For `sha256sum -c`. */
function checksums(): string {
  const names = readdirSync(TARGET).toSorted()
  return names.map((name) => `${hash('sha256', readFileSync(join(TARGET, name)))}  ${name}\n`).join('')
}
