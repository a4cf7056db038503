/**
 * Fault tests start the service a thousand times, and two thirds of a start is spent on loading files. This bundles the
 * service into a few files once, from the same sources.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { BUNDLED_SERVICE, mustStart, printedKeys } from '../faults/service_process.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Inside the repository, so that external files are found at their usual places. */
const CACHE = join(ROOT, 'node_modules', '.cache')

/** The process and each of its threads, under the names by which they are loaded. */
const ENTRIES: Readonly<Record<string, string>> = {
  main: 'src/server/boot/main.ts',
  writer: 'src/store/sqlite/writer.ts',
  worker: 'src/server/scoring/worker.ts',
  thread: 'src/server/survey/thread.ts',
  file_reader: 'src/server/survey/bulk/file_reader.ts',
  what_if_worker: 'src/server/settings/what_if_worker.ts',
  find_clusters_worker: 'src/server/scoring/find_clusters_worker.ts',
}

/** Packages that read files next to them, or are not JavaScript. */
const LEFT_OUTSIDE = [/^better-sqlite3/]

export async function setup(): Promise<() => void> {
  mkdirSync(CACHE, { recursive: true })
  const home = mkdtempSync(join(CACHE, 'byhand-service-'))
  // Sources look for package.json and for built pages three folders up.
  const folder = join(home, 'root', 'dist', 'all')
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(ROOT, 'package.json'), join(home, 'package.json'))
  symlinkSync(join(ROOT, 'dist'), join(home, 'dist'))
  symlinkSync(join(ROOT, 'src/network/included'), join(folder, 'included'))
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
  // Node writes its compile cache at a clean exit, which test processes rarely have.
  const service = await mustStart(join(home, 'data'))
  await printedKeys(service)
  await service.kill('SIGTERM')
  return () => rmSync(home, { recursive: true, force: true })
}
