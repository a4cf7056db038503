/**
 * Builds everything that does not run from source. Node does not strip types under `node_modules`, so an installed
 * package runs from `dist`.
 *
 * - `npm run build`: everything, before `npm pack`.
 * - `npm run build -- server`: the compiled server.
 * - `npm run build -- pages`: the files that browsers load and the demo data.
 * - `npm run build -- docs`: the docs site.
 * - `npm run build -- packages`: the clients, which the service serves.
 * - `npm run build -- stale`: pages, docs and packages, each if a source is newer.
 * - `npm run build -- start`: the same, but packages are built in the background, and the service starts with the docs of
 *   an earlier build if a page has an error.
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

const what = process.argv[2]

interface Part {
  /** A build function for each folder under dist. It is loaded only when it is needed. */
  readonly folders: Readonly<Record<string, () => Promise<void>>>
  readonly sources: readonly string[]
  /** Written after all folders are built, so its modification time is the time of the build. */
  readonly stamp: string
}

const PAGES: Part = {
  folders: {
    browser: async () => (await import('./build_browser.ts')).buildBrowser(),
    integrations: async () => (await import('./build_integrations.ts')).buildIntegrations(),
    dashboard: async () => (await import('./build_dashboard.ts')).buildDashboard(),
    demo_data: async () => (await import('./build_demo_data.ts')).buildDemoData(),
  },
  sources: [
    'src/{browser,dashboard,contract,demo}/**',
    'integrations/*/{src,Byhand,byhand}/**',
    'integrations/*/*.tpl',
    'clients/page/**',
    'docs/how-to/*.md',
    'lab/recordings/**',
    'tools/*.ts',
    'package-lock.json',
  ],
  stamp: join(DIST, '.pages'),
}

const DOCS: Part = {
  folders: { docs: async () => (await import('./build_docs.ts')).buildDocs() },
  sources: [
    'docs/**',
    'CHANGELOG.md',
    'site/**',
    'src/contract/setup_lines.ts',
    'src/dashboard/style/colors.css',
    'tools/build_docs.ts',
    'tools/evaluate/{tables,wilson}.ts',
    'package-lock.json',
  ],
  stamp: join(DIST, '.docs'),
}

const PACKAGES: Part = {
  folders: { packages: async () => (await import('./build_packages.ts')).buildPackages() },
  sources: [
    'clients/{node,react,vue,page}/**/*.{ts,json,md}',
    'clients/{python,r}/**/*.{py,toml,md,R,Rd,Rmd,csv}',
    'clients/r/{DESCRIPTION,NAMESPACE}',
    'integrations/{jspsych,surveyjs}/**',
    'tools/{build_packages,tar}.ts',
    'LICENSE',
    'package-lock.json',
  ],
  stamp: join(DIST, '.packages'),
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

/** Whether a path below src or dist belongs to a folder of a part. */
const isPage = (path: string) =>
  (path.split(/[/\\]/)[1] as string) in { ...PAGES.folders, ...DOCS.folders, ...PACKAGES.folders }

/** Models, tables and lists that the code reads at run time are next to it. */
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

async function build(part: Part): Promise<void> {
  if (!existsSync(join(ROOT, 'node_modules', 'vite'))) {
    fail('the development dependencies are not installed. Run npm ci without --omit=dev.')
  }
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
}

function isStale({ stamp, sources }: Part): boolean {
  if (!existsSync(stamp)) return true
  const builtMs = statSync(stamp).mtimeMs
  return globSync(sources, { cwd: ROOT }).some((path) => statSync(join(ROOT, path)).mtimeMs > builtMs)
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
if (what === undefined || what === 'server') compileServer()
if (isWanted(PAGES, 'pages')) await build(PAGES)
if (isWanted(DOCS, 'docs')) await build(DOCS)
if (isWanted(PACKAGES, 'packages')) {
  if (what === 'start') buildPackagesInBackground()
  else await build(PACKAGES)
}
