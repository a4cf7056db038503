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
/** Written when all pages were built, so its age is theirs. */
const BUILT = join(DIST, '.pages')

const what = process.argv[2]

/** Builds a folder under dist: code for browsers, and data that pages show. Loaded only when something is to be built. */
const PAGES: Readonly<Record<string, () => Promise<void>>> = {
  browser: async () => (await import('./build_browser.ts')).buildBrowser(),
  dashboard: async () => (await import('./build_dashboard.ts')).buildDashboard(),
  demo_data: async () => (await import('./build_demo_data.ts')).buildDemoData(),
}

function fail(problem: string): never {
  console.error(`The build failed: ${problem}`)
  process.exit(1)
}

function compileServer(): void {
  const folders = globSync('dist/*', { cwd: ROOT }).filter((path) => !isPage(path))
  for (const folder of folders) rmSync(join(ROOT, folder), { recursive: true })
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) fail('the server does not compile.')
  copyData()
}

/** Whether a path below src or dist belongs to a folder of PAGES. */
const isPage = (path: string) => (path.split(/[/\\]/)[1] as string) in PAGES

/** Models, tables and lists that are read at run time lie beside the code that reads them. */
function copyData(): void {
  const data = globSync('src/**/*.*', { cwd: ROOT }).filter(
    (path) => !/\.tsx?$/.test(path) && !isPage(path) && !path.startsWith(join('src', 'demo')),
  )
  for (const path of data) {
    const target = join(DIST, path.slice('src/'.length))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(ROOT, path), target)
  }
}

async function buildPages(): Promise<void> {
  if (!existsSync(join(ROOT, 'node_modules', 'vite'))) {
    fail('the development dependencies are not installed. Run npm ci without --omit=dev.')
  }
  // Before a start, only what went wrong is worth a line.
  if (what === 'stale') console.log = () => {}
  for (const [name, build] of Object.entries(PAGES)) {
    await build().catch((error: Error) => fail(`${name}: ${error.message}`))
  }
  writeFileSync(BUILT, '')
}

function areStale(): boolean {
  if (!existsSync(BUILT)) return true
  const builtMs = statSync(BUILT).mtimeMs
  const folders = [...Object.keys(PAGES), 'contract', 'demo'].join(',')
  const others = ['lab/recordings/**', 'tools/*.ts', 'package-lock.json']
  const sources = globSync([`src/{${folders}}/**`, ...others], { cwd: ROOT })
  return sources.some((path) => statSync(join(ROOT, path)).mtimeMs > builtMs)
}

if (what === undefined) compileServer()
if (what !== 'stale' || areStale()) await buildPages()
