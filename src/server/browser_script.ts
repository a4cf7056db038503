/** The browser script, served under the name the operator chose and sending to the path the operator chose. */

import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { INGEST_PATH } from '../contract/paths.ts'
import type { Services } from './services.ts'

/** Written by `npm run build`. */
const FILE = join(import.meta.dirname, '../../dist/browser/byhand.js')

/** Long enough to spare most visits the request, short enough for a fix to reach everyone the same day. */
const MAX_AGE_S = 3_600

export async function browserScriptRoutes(app: FastifyInstance, { config, log }: Services): Promise<void> {
  if (!existsSync(FILE)) {
    log.warn('the browser script is not built and not served; run npm run build')
    return
  }
  const script = Buffer.from(readFileSync(FILE, 'utf8').replaceAll(INGEST_PATH, config.ingestPath))
  const variants = {
    br: brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: script.length } }),
    gzip: gzipSync(script, { level: 9 }),
  }
  const etag = `"${hash('sha256', script, 'base64url').slice(0, 22)}"`
  const headers = {
    'cache-control': `public, max-age=${MAX_AGE_S}`,
    // Pages on any origin load it, and may pin it by its hash.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Accept-Encoding',
    etag,
  }

  app.get(`/${config.scriptFile}`, async (request, reply) => {
    reply.headers(headers)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.type('text/javascript; charset=utf-8')
    const encoding = chosenEncoding(request.headers['accept-encoding'])
    if (encoding === undefined) return reply.send(script)
    return reply.header('content-encoding', encoding).send(variants[encoding])
  })
}

function chosenEncoding(accepted = ''): 'br' | 'gzip' | undefined {
  const names = accepted.split(',').map((part) => part.trim().toLowerCase())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : undefined
}
