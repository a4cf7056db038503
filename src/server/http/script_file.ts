/** The built browser script with the configured ingest path, compressed once, with its integrity hash. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { INGEST_PATH } from '../../contract/paths.ts'
import { type ServedFile, served } from './static_file.ts'

/** Written by `npm run build`. */
const BUILT = join(import.meta.dirname, '../../../dist/browser')

/** `/byhand.mjs` beside `/byhand.js`. */
export const modulePath = (scriptFile: string): string => `/${scriptFile.replace(/\.js$/, '.mjs')}`

/** `/byhand-worker.js` beside `/byhand.js`, for pages with `data-worker`. */
export const workerPath = (scriptFile: string): string => `/${scriptFile.replace(/(\.js)?$/, '-worker.js')}`

export const isBuilt = (): boolean => existsSync(join(BUILT, 'byhand.js'))

export function loadScript(ingestPath: string, file = 'byhand.js'): ServedFile {
  const built = readFileSync(join(BUILT, file), 'utf8')
  const quoted = JSON.stringify(INGEST_PATH)
  if (built.split(quoted).length !== 2)
    throw new Error(`the built script must contain ${INGEST_PATH} exactly once`)
  return served(built.replace(quoted, JSON.stringify(ingestPath)), file)
}

/** The module needs an endpoint from its caller, so it contains no ingest path. */
export const loadModule = (): ServedFile => loadBuilt('byhand.mjs')

export const loadWorker = (): ServedFile => loadBuilt('byhand-worker.js')

export const loadBuilt = (file: string): ServedFile => served(readFileSync(join(BUILT, file)), file)

/** Scripts and plugins for survey tools, by file name. */
export function integrationFiles(): [name: string, file: ServedFile][] {
  const folder = join(BUILT, '../integrations')
  return globSync('*.{js,zip,tpl}', { cwd: folder }).map((name) => [
    name,
    served(readFileSync(join(folder, name)), name),
  ])
}
