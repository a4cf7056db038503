/** The parts of dist: which sources each is built from, and whether one of them is newer. */
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

export interface Part {
  /** A build function for each folder under dist. It is loaded only when it is needed. */
  readonly folders: Readonly<Record<string, () => Promise<void>>>
  readonly sources: readonly string[]
  /** Written after all folders are built, so its modification time is the time of the build. */
  readonly stamp: string
}

/** The scripts for the pages of users. */
const SCRIPTS: Part = {
  folders: {
    browser: async () => (await import('./build_browser.ts')).buildBrowser(),
    integrations: async () => (await import('./build_integrations.ts')).buildIntegrations(),
  },
  sources: [
    'src/{browser,contract}/**',
    'extensions/{scripts.ts,*/{scripts.ts,browser/**}}',
    'integrations/*/{src,Byhand,byhand}/**',
    'integrations/*/*.tpl',
    'clients/page/**',
    'tools/*.ts',
    'package-lock.json',
  ],
  stamp: join(DIST, '.scripts'),
}

/** The dashboard, the live demo and the demo data. */
const PAGES: Part = {
  folders: {
    dashboard: async () => (await import('./build_dashboard.ts')).buildDashboard(),
    demo_data: async () => (await import('./build_demo_data.ts')).buildDemoData(),
  },
  sources: [
    '{extensions,src/dashboard,src/contract,src/demo}/**',
    'docs/how-to/*.md',
    'research/lab/recordings/**',
    'tools/{*,demo/*}.ts',
    'package-lock.json',
  ],
  stamp: join(DIST, '.pages'),
}

/** The docs site. */
const DOCS: Part = {
  folders: { docs: async () => (await import('./build_docs.ts')).buildDocs() },
  sources: [
    '{,extensions/*/}docs/**',
    'CHANGELOG.md',
    'site/**',
    'src/contract/setup_lines.ts',
    'src/dashboard/style/colors.css',
    'tools/build_docs.ts',
    'research/evaluate/{tables,wilson}.ts',
    'package-lock.json',
  ],
  stamp: join(DIST, '.docs'),
}

/** The clients, which the service serves. */
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

/** The types of the browser modules, for the npm package. */
const TYPES: Part = {
  folders: { types: async () => (await import('./build_types.ts')).buildTypes() },
  sources: [
    'src/{browser,contract}/**',
    'tsconfig*.json',
    'tools/build_{types,packages}.ts',
    'package-lock.json',
  ],
  stamp: join(DIST, '.types'),
}

/** The service and the `byhand` command. Tests run them from source. */
const SERVER: Part = {
  folders: { server: async () => (await import('./build_server.ts')).buildServer() },
  sources: [
    'src/{checks,cli,contract,features,models,network,report,risk,server,store}/**',
    'extensions/**/*.{ts,json}',
    'tools/{build_server,staged_folder}.ts',
    'package-lock.json',
  ],
  stamp: join(DIST, '.server'),
}

/** By name, those that take longest first. */
export const PARTS = {
  scripts: SCRIPTS,
  server: SERVER,
  docs: DOCS,
  pages: PAGES,
  packages: PACKAGES,
  types: TYPES,
} as const satisfies Readonly<Record<string, Part>>
export type PartName = keyof typeof PARTS

/** What the service serves at once. The others may come later. */
export const NEEDED_TO_START: readonly PartName[] = ['scripts', 'server', 'docs', 'pages']

export function isStale(name: PartName): boolean {
  const { stamp, sources } = PARTS[name]
  if (!existsSync(stamp)) return true
  const builtMs = statSync(stamp).mtimeMs
  return globSync(sources, { cwd: ROOT }).some((path) => statSync(join(ROOT, path)).mtimeMs > builtMs)
}
