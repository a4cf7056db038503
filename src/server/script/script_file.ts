/** The built browser script with the configured ingest path, compressed once, with its integrity hash. */
import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { INGEST_PATH } from '../../contract/paths.ts'

/** Written by `npm run build`. */
export const BUILT = join(import.meta.dirname, '../../../dist/browser')

export interface ServedFile {
  readonly type: string
  readonly body: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
  readonly etag: string
  /** The value of an `integrity` attribute. */
  readonly integrity: string
}

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
  return served(built.replace(quoted, JSON.stringify(ingestPath)), 'text/javascript')
}

/** The module needs an endpoint from its caller, so it contains no ingest path. */
export const loadModule = (): ServedFile =>
  served(readFileSync(join(BUILT, 'byhand.mjs'), 'utf8'), 'text/javascript')

export const loadWorker = (): ServedFile =>
  served(readFileSync(join(BUILT, 'byhand-worker.js'), 'utf8'), 'text/javascript')

/** Scripts and plugins for survey tools, by file name. */
export function integrationFiles(): [name: string, file: ServedFile][] {
  const folder = join(BUILT, '../integrations')
  return globSync('*.{js,zip}', { cwd: folder }).map((name) => {
    const content = readFileSync(join(folder, name))
    return [
      name,
      name.endsWith('.zip')
        ? served(content, 'application/zip')
        : served(content.toString('utf8'), 'text/javascript'),
    ]
  })
}

export function served(content: string | Buffer, type: string): ServedFile {
  const body = Buffer.from(content)
  return {
    type: typeof content === 'string' ? `${type}; charset=utf-8` : type,
    body,
    br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    gzip: gzipSync(body, { level: 9 }),
    etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
    integrity: `sha384-${hash('sha384', body, 'base64')}`,
  }
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: ServedFile): FastifyReply {
  reply.headers({ etag: file.etag, vary: 'Accept-Encoding' })
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  reply.type(file.type)
  const encoding = chosenEncoding(request.headers['accept-encoding'])
  if (encoding === undefined) return reply.send(file.body)
  return reply.header('content-encoding', encoding).send(file[encoding])
}

function chosenEncoding(accepted = ''): 'br' | 'gzip' | undefined {
  const names = accepted.split(',').map((part) => part.trim().toLowerCase())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : undefined
}
