/** Builds the dashboard into dist/dashboard: one page, and a script for each part that is loaded on demand. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { readSetupSteps } from '../src/cli/init/setup_pages.ts'
import { checkBundle } from './check_bundle.ts'
import { LICENSES } from './licenses.ts'
import { mostBytes } from './released_sizes.ts'
import { replaceFolder } from './staged_folder.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'dist/dashboard')

/** The path at which the service serves it; `src/server/http/app_files.ts` uses the same one. */
const BASE = '/app/'

/** The dashboard, and the live demo, which shares its style and parts. */
const PAGES = ['index.html', 'demo.html']

export async function buildDashboard(): Promise<void> {
  await replaceFolder('dashboard', async (folder) => {
    await bundle(folder)
    checkBundle(folder, { modules: true })
  })
  checkFirstLoad()
  const code = readdirSync(join(OUT, 'assets')).map((name) => readFileSync(join(OUT, 'assets', name)))
  const bytes = code.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
  console.log(`dashboard: ${code.length} files, ${bytes} bytes gzip in total`)
}

/** The document, its scripts and style, the first page and the font. */
function checkFirstLoad(): void {
  const assets = readdirSync(join(OUT, 'assets'))
  const html = readFileSync(join(OUT, 'index.html'), 'utf8')
  const named = [...html.matchAll(/\/app\/(assets\/[\w.-]+)/g)].map(([, name]) => name as string)
  const others = assets
    .filter((name) => /^overview-.*\.js$|\.woff2$/.test(name))
    .map((name) => `assets/${name}`)
  const files = new Set(['index.html', ...named, ...others])
  const read = (name: string) => readFileSync(join(OUT, name))
  // Imports of the first page that the document does not name.
  for (const name of files)
    if (name.endsWith('.js'))
      for (const [, other] of read(name)
        .toString('utf8')
        .matchAll(/from"\.\/([\w.-]+\.js)"/g))
        files.add(`assets/${other}`)
  const bytes = [...files].reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0)
  console.log(`dashboard: first load ${bytes} bytes gzip`)
  const most = mostBytes('first load of the dashboard')
  if (bytes > most)
    throw new Error(`The first load has ${bytes} bytes, more than a tenth above the last release (${most}).`)
}

/** The lines of the how-to pages, for the setup page. */
const SETUP_STEPS: Plugin = {
  name: 'setup-steps',
  resolveId: (id) => (id === 'virtual:setup-steps' ? `\0${id}` : undefined),
  load: (id) =>
    id === '\0virtual:setup-steps'
      ? `export const SETUP_STEPS = ${JSON.stringify(readSetupSteps())}`
      : undefined,
}

function bundle(outDir: string) {
  return build({
    configFile: false,
    root: join(ROOT, 'src/dashboard'),
    base: BASE,
    logLevel: 'error',
    plugins: [SETUP_STEPS],
    publicDir: false,
    // The output is the same on every machine, even in tests.
    mode: 'production',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir,
      target: 'es2022',
      // Inlines nothing, because the page's content security policy allows only our own files.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      cssCodeSplit: false,
      license: LICENSES,
      rollupOptions: { input: PAGES.map((name) => join(ROOT, 'src/dashboard', name)) },
    },
  })
}
