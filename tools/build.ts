/**
 * `npm run build` makes everything that is not run from source, before `npm pack`; `npm run build -- pages` only what
 * browsers load, which is all that a checkout needs; `npm run build -- stale` that, if a source is newer.
 *
 * Node strips types nowhere under `node_modules`, so an installed package runs from `dist`.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
/** Its age is the age of the pages. */
const BUILT = join(DIST, '.pages')

const what = process.argv[2]

/** What is built by tools of its own into a folder of the same name: code for browsers, and what pages show. */
const PAGES: Readonly<Record<string, string>> = {
  browser: 'tools/build_browser.ts',
  dashboard: 'tools/build_dashboard.ts',
  demo_data: 'tools/build_demo_data.ts',
}

function run(words: readonly string[]): void {
  // Before a start, only what went wrong is worth a line.
  const stdout = what === 'stale' ? 'ignore' : 'inherit'
  const { status } = spawnSync(process.execPath, words, { cwd: ROOT, stdio: ['ignore', stdout, 'inherit'] })
  if (status !== 0) {
    console.error(`The build failed at: ${words.join(' ')}`)
    process.exit(1)
  }
}

function compileServer(): void {
  const rooms = globSync('dist/*', { cwd: ROOT }).filter((path) => !((path.split('/')[1] as string) in PAGES))
  for (const room of rooms) rmSync(join(ROOT, room), { recursive: true })
  run([join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json'])
  copyData()
}

/** Models, tables and lists that are read at run time lie beside the code that reads them. */
function copyData(): void {
  const data = globSync('src/**/*.*', { cwd: ROOT }).filter(
    (path) =>
      !/\.tsx?$/.test(path) && !((path.split('/')[1] as string) in PAGES) && !path.startsWith('src/demo/'),
  )
  for (const path of data) {
    const target = join(DIST, path.slice('src/'.length))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(ROOT, path), target)
  }
}

function buildPages(): void {
  if (!existsSync(join(ROOT, 'node_modules', 'vite'))) {
    console.error('Pages are not built: the development dependencies are not installed.')
    return
  }
  for (const tool of Object.values(PAGES)) if (existsSync(join(ROOT, tool))) run([tool])
  writeFileSync(BUILT, '')
}

function areStale(): boolean {
  if (!existsSync(BUILT)) return true
  const builtMs = statSync(BUILT).mtimeMs
  const rooms = [...Object.keys(PAGES), 'contract', 'demo'].join(',')
  const others = ['lab/recordings/**', 'tools/build*.ts', 'package-lock.json']
  const sources = globSync([`src/{${rooms}}/**`, ...others], { cwd: ROOT })
  return sources.some((path) => statSync(join(ROOT, path)).mtimeMs > builtMs)
}

if (what === undefined) compileServer()
if (what !== 'stale' || areStale()) buildPages()
