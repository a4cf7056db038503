/**
 * Builds dist. `npm start` and an installed package run the bundled server; tests and `byhand` in a checkout run the
 * source.
 *
 * - `npm run build`: everything, before `npm pack`.
 * - `npm run build -- server`: the bundled server.
 * - `npm run build -- pages`: the files that browsers load and the demo data.
 * - `npm run build -- docs`: the docs site.
 * - `npm run build -- packages`: the clients, which the service serves.
 * - `npm run build -- stale`: pages, docs and packages, each if a source is newer.
 * - `npm run build -- start`: the same and the server, but packages are built in the background, and the service starts
 *   with the docs of an earlier build if a page has an error.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename, join } from 'node:path'
import { DOCS, isStale, PACKAGES, PAGES, type Part, SERVER } from './build_parts.ts'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

const what = process.argv[2]

function fail(problem: string): never {
  console.error(`The build failed: ${problem}`)
  process.exit(1)
}

/** Folders of earlier builds, which `npm pack` would pack. */
function removeOtherFolders(): void {
  const folders = new Set([PAGES, DOCS, PACKAGES, SERVER].flatMap((part) => Object.keys(part.folders)))
  for (const path of globSync('dist/*', { cwd: ROOT }))
    if (!folders.has(basename(path))) rmSync(join(ROOT, path), { recursive: true })
}

async function build(part: Part): Promise<void> {
  if (!existsSync(join(ROOT, 'node_modules', 'vite'))) {
    fail('the development dependencies are not installed. Run npm ci without --omit=dev.')
  }
  const startedAt = new Date()
  // Before a start, only errors are printed.
  if (what === 'stale' || what === 'start') console.log = () => {}
  for (const [name, buildFolder] of Object.entries(part.folders)) {
    await buildFolder().catch((error: Error) => {
      const problem = `${name}: ${error.message}`
      if (part !== DOCS || what !== 'start' || !existsSync(join(DIST, 'docs'))) fail(problem)
      console.error(`The documentation stays as it was built before: ${problem}`)
    })
  }
  writeFileSync(part.stamp, '')
  // A source that changed during the build is newer than the stamp.
  utimesSync(part.stamp, startedAt, startedAt)
}

/** The service starts without waiting for it, and serves the packages once they are built. */
function buildPackagesInBackground(): void {
  const child = spawn(process.execPath, [import.meta.filename, 'packages'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  child.unref()
}

/** Deletes the C headers of the packaged Node, a third of it: nothing here is compiled against them. */
function deleteNodeHeaders(): void {
  for (const folder of globSync('node_modules/node-linux-*/include', { cwd: ROOT }))
    rmSync(join(ROOT, folder), { recursive: true })
}

const onlyStale = what === 'stale' || what === 'start'
const isWanted = (part: Part, name: string) =>
  what === undefined || what === name || (onlyStale && isStale(part))
if (what === 'start') deleteNodeHeaders()
if (what === undefined || what === 'server') removeOtherFolders()
if (what !== 'stale' && isWanted(SERVER, 'server')) await build(SERVER)
if (isWanted(PAGES, 'pages')) await build(PAGES)
if (isWanted(DOCS, 'docs')) await build(DOCS)
if (isWanted(PACKAGES, 'packages')) {
  if (what === 'start') buildPackagesInBackground()
  else await build(PACKAGES)
}
