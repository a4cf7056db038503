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

export const PAGES: Part = {
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

export const DOCS: Part = {
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

export const PACKAGES: Part = {
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

/** The service and the `byhand` command. Tests run them from source. */
export const SERVER: Part = {
  folders: { server: async () => (await import('./build_server.ts')).buildServer() },
  sources: [
    'src/{checks,cli,contract,features,models,network,report,risk,server,store}/**',
    'tools/{build_server,staged_folder}.ts',
    'package-lock.json',
  ],
  stamp: join(DIST, '.server'),
}

export function isStale({ stamp, sources }: Part): boolean {
  if (!existsSync(stamp)) return true
  const builtMs = statSync(stamp).mtimeMs
  return globSync(sources, { cwd: ROOT }).some((path) => statSync(join(ROOT, path)).mtimeMs > builtMs)
}
