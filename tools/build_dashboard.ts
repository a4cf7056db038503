/** Builds the dashboard into dist/dashboard: one page, and a script for each of its parts, loaded when it is opened. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'dist/dashboard')

/** Where the service serves it; `src/server/dashboard` knows the same path. */
const BASE = '/app/'

export async function buildDashboard(): Promise<void> {
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  const passing = mkdtempSync(join(ROOT, 'dist/.dashboard-'))
  try {
    await bundle(passing)
    putInPlace(passing)
  } finally {
    rmSync(passing, { recursive: true, force: true })
  }
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

/** Whole or not at all: a server or a test may be reading the files that were there before. */
function putInPlace(built: string): void {
  const old = `${built}-old`
  // The folder was made for us alone; whoever runs the service must read it.
  chmodSync(built, 0o755)
  try {
    if (existsSync(OUT)) renameSync(OUT, old)
    renameSync(built, OUT)
  } catch (error) {
    // Somebody else built it at the same moment, from the same sources.
    if (!existsSync(join(OUT, 'index.html'))) throw error
  } finally {
    rmSync(old, { recursive: true, force: true })
  }
}

if (import.meta.main) await buildDashboard()
