/**
 * Faults start the service a thousand times, and two thirds of a start are spent on finding and reading its files. Here
 * they are put together into a few, once, from the same sources; nothing else about the service changes.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { BUNDLED_SERVICE, mustStart, printedKeys } from '../faults/service_process.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Inside, so that what is not put in is found where it always is. */
const CACHE = join(ROOT, 'node_modules', '.cache')

/** The process, and each of its threads under the name by which it is looked for. */
const ENTRIES: Readonly<Record<string, string>> = {
  main: 'src/server/boot/main.ts',
  writer: 'src/store/sqlite/writer.ts',
  worker: 'src/server/scoring/worker.ts',
  thread: 'src/server/survey/thread.ts',
  what_if_worker: 'src/server/dashboard/what_if_worker.ts',
}

/** These read files that lie beside them, or are not JavaScript. */
const LEFT_OUTSIDE = [/^better-sqlite3/, /^@ip-location-db/]

export async function setup(): Promise<() => void> {
  mkdirSync(CACHE, { recursive: true })
  const home = mkdtempSync(join(CACHE, 'byhand-service-'))
  // Sources look for package.json and for built pages three folders up.
  const folder = join(home, 'root', 'dist', 'all')
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(ROOT, 'package.json'), join(home, 'package.json'))
  symlinkSync(join(ROOT, 'dist'), join(home, 'dist'))
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
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(ROOT, file)])),
        external: LEFT_OUTSIDE,
        output: { entryFileNames: '[name].js', chunkFileNames: 'part-[hash].js' },
      },
    },
  })
  process.env[BUNDLED_SERVICE] = join(folder, 'main.js')
  // What was compiled is kept when a process ends in peace, which those of the tests seldom do.
  const service = await mustStart(join(home, 'data'))
  await printedKeys(service)
  await service.kill('SIGTERM')
  return () => rmSync(home, { recursive: true, force: true })
}
