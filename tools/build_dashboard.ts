/** Builds the dashboard into dist/dashboard: one page, and a script for each part that is loaded on demand. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { readSetupSteps } from '../src/cli/init/setup_pages.ts'
import { checkBundle } from './check_bundle.ts'
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
    // Without a login, the first page is the login form.
    const hasStarted = () => document.querySelector('#root form, #root h1')
    await checkBundle({ folder, base: BASE, modules: true, hasStarted })
  })
  const code = readdirSync(join(OUT, 'assets')).map((name) => readFileSync(join(OUT, 'assets', name)))
  const bytes = code.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
  console.log(`dashboard: ${code.length} files, ${bytes} bytes gzip in total`)
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
      rollupOptions: { input: PAGES.map((name) => join(ROOT, 'src/dashboard', name)) },
    },
  })
}
