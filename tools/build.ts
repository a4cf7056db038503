/**
 * Builds dist. `npm start` and an installed package run the bundled server; tests and `byhand` in a checkout run the
 * source.
 *
 * - `npm run build`: everything, before `npm pack`.
 * - `npm run build -- docs`: one part; also `scripts`, `server`, `pages`, `packages` and `types`.
 * - `npm run build -- stale`: all but the server, each part if a source is newer.
 * - `npm run build -- start`: what the service needs, each part if a source is newer; the docs of an earlier build stay if
 *   a page has an error.
 * - `npm run build -- rest`: the other parts, at a low priority, while the service runs.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { availableParallelism, constants, setPriority } from 'node:os'
import { basename, join } from 'node:path'
import { isStale, NEEDED_TO_START, PARTS, type PartName } from './build_parts.ts'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
const NAMES = Object.keys(PARTS) as PartName[]

function fail(problem: string): never {
  console.error(`The build failed: ${problem}`)
  process.exit(1)
}

/** Folders of earlier builds, which `npm pack` would pack. */
function removeOtherFolders(): void {
  const folders = new Set(Object.values(PARTS).flatMap((part) => Object.keys(part.folders)))
  for (const path of globSync('dist/*', { cwd: ROOT }))
    if (!folders.has(basename(path))) rmSync(join(ROOT, path), { recursive: true })
}

async function build(part: PartName): Promise<void> {
  const { folders, stamp } = PARTS[part]
  const startedAt = new Date()
  for (const [name, buildFolder] of Object.entries(folders))
    await buildFolder().catch((error: Error) => fail(`${name}: ${error.message}`))
  writeFileSync(stamp, '')
  // A source that changed during the build is newer than the stamp.
  utimesSync(stamp, startedAt, startedAt)
}

/** Starts a build of one part in a process of its own. */
const startBuild = (part: PartName, output: 'inherit' | 'ignore') =>
  spawn(process.execPath, [import.meta.filename, part], { cwd: ROOT, stdio: ['ignore', output, 'inherit'] })

/** One more at the same time than there are processor cores, so that none waits while the last part is built. */
async function buildAll(
  parts: readonly PartName[],
  { output, mayFail }: { output: 'inherit' | 'ignore'; mayFail?(part: PartName): boolean },
): Promise<void> {
  const waiting = [...parts]
  const work = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const [status] = await once(startBuild(part, output), 'exit')
      if (status !== 0 && !mayFail?.(part)) process.exit(1)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, work))
}

/** The docs of an earlier build are better than no service. */
function keepsOldDocs(part: PartName): boolean {
  if (part !== 'docs' || !existsSync(join(DIST, 'docs'))) return false
  console.error('The documentation stays as it was built before.')
  return true
}

/** 80 MB that nothing here opens: C headers of the packaged Node, C sources and other platforms' binaries of SQLite. */
const UNUSED = [
  'node_modules/node-linux-*/include',
  'node_modules/better-sqlite3/{deps,src}',
  'node_modules/better-sqlite3/prebuilds/{darwin,win32}-*.node',
]

function deleteUnused(): void {
  for (const path of globSync(UNUSED, { cwd: ROOT })) rmSync(join(ROOT, path), { recursive: true })
}

const what = process.argv[2]
if (!existsSync(join(ROOT, 'node_modules', 'vite')))
  fail('the development dependencies are not installed. Run npm ci without --omit=dev.')
if (what === undefined) {
  removeOtherFolders()
  await buildAll(NAMES, { output: 'inherit' })
} else if (what === 'stale') {
  await buildAll(
    NAMES.filter((name) => name !== 'server' && isStale(name)),
    { output: 'ignore' },
  )
} else if (what === 'start') {
  deleteUnused()
  await buildAll(NEEDED_TO_START.filter(isStale), { output: 'ignore', mayFail: keepsOldDocs })
} else if (what === 'rest') {
  setPriority(constants.priority.PRIORITY_LOW)
  await buildAll(
    NAMES.filter((name) => !NEEDED_TO_START.includes(name) && isStale(name)),
    { output: 'ignore' },
  )
} else {
  const name = NAMES.find((one) => one === what)
  if (name === undefined) fail(`there is no part ${what}; the parts are ${NAMES.join(', ')}`)
  await build(name)
}
