/**
 * Tests start a thread for each store and service, and three quarters of its start is spent on finding and loading a
 * hundred files. This Vitest plugin bundles each thread into one file, from the same sources.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..')
/** Inside the repository, so that external packages are found. */
const CACHE = join(ROOT, 'node_modules', '.cache')

/** Threads, under the names by which they are loaded, and who starts them. */
const THREADS = {
  writer: { file: 'src/store/sqlite/writer.ts', startedBy: 'src/store/sqlite/write_queue.ts' },
  worker: { file: 'src/server/scoring/worker.ts', startedBy: 'src/server/scoring/pool.ts' },
  thread: { file: 'src/server/survey/thread.ts', startedBy: 'src/server/survey/pool.ts' },
}
const STARTERS = new Set(Object.values(THREADS).map(({ startedBy }) => join(ROOT, startedBy)))

let bundled: Promise<string> | undefined

export function bundledThreads(): Plugin {
  return {
    name: 'byhand:bundled-threads',
    async transform(code, id) {
      if (!STARTERS.has(id.replace(/\?.*$/, ''))) return undefined
      bundled ??= bundleThreads()
      const url = JSON.stringify(pathToFileURL(join(await bundled, 'place.js')).href)
      const moved = code.replaceAll('import.meta.url', url)
      // The plugin would have no effect, silently.
      if (moved === code) throw new Error(`${id} no longer looks for its thread next to itself`)
      return { code: moved, map: null }
    },
  }
}

async function bundleThreads(): Promise<string> {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'byhand-threads-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: [], target: 'node' },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(THREADS).map(([name, { file }]) => [name, join(ROOT, file)]),
        ),
        external: [/^better-sqlite3/],
        output: { entryFileNames: '[name].js', chunkFileNames: 'part-[hash].js' },
      },
    },
  })
  return folder
}
