/** A Vitest plugin: services that tests start in their own process load their threads and helpers from the bundle. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { programFile } from '../faults/service_process.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** They look for their thread or process next to themselves. */
const STARTERS = new Set(
  [
    'src/store/sqlite/write_queue.ts',
    'src/server/scoring/pool.ts',
    'src/server/survey/check/pool.ts',
    'src/server/survey/bulk/file_process.ts',
    'src/server/settings/what_if_thread.ts',
    'src/network/parse_thread.ts',
  ].map((file) => join(ROOT, file)),
)

/** Extensions name theirs so. */
const OF_EXTENSION = /\/extensions\/\w+\/\w+\.ts$/

export function bundledThreads(): Plugin {
  return {
    name: 'byhand:bundled-threads',
    transform(code, id) {
      const file = id.replace(/\?.*$/, '')
      if (!STARTERS.has(file) && !(OF_EXTENSION.test(file) && code.includes('_worker.ts'))) return undefined
      const here = pathToFileURL(programFile('main.js', 'src/server/boot/main.ts')).href
      const moved = code.replaceAll('import.meta.url', JSON.stringify(here))
      // The plugin would have no effect, silently.
      if (moved === code) throw new Error(`${id} no longer looks for its thread next to itself.`)
      return { code: moved, map: null }
    },
  }
}
