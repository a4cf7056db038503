/** Builds the dashboard into dist/dashboard: one page, and a script for each of its parts, loaded when it is opened. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { checkBundle } from './check_bundle.ts'
import { replaceFolder } from './staged_folder.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'dist/dashboard')

/** Where the service serves it; `src/server/dashboard` knows the same path. */
const BASE = '/app/'

export async function buildDashboard(): Promise<void> {
  await replaceFolder('dashboard', async (folder) => {
    await bundle(folder)
    // Without a login the first page is the form that asks for one.
    const hasStarted = () => document.querySelector('#root form, #root h1')
    await checkBundle({ folder, base: BASE, modules: true, hasStarted })
  })
  const code = readdirSync(join(OUT, 'assets')).map((name) => readFileSync(join(OUT, 'assets', name)))
  const bytes = code.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
  console.log(`dashboard: ${code.length} files, ${bytes} bytes gzip in all`)
}

function bundle(outDir: string) {
  return build({
    configFile: false,
    root: join(ROOT, 'src/dashboard'),
    base: BASE,
    logLevel: 'error',
    publicDir: false,
    // Whoever builds it, a test too, gets the same bytes.
    mode: 'production',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir,
      target: 'es2022',
      // Nothing is written into the page: its policy allows only files of our own.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      cssCodeSplit: false,
    },
  })
}
