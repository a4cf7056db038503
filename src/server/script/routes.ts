/** Serves the browser script and its integrity hash. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../base/services.ts'
import { publicPage } from '../http/limit_pages.ts'
import { isBuilt, loadScript, type ServedFile } from './script_file.ts'

/** Long enough to save most visits the request, short enough for a fix to reach all visitors the same day. */
const SCRIPT_MAX_AGE_S = 3_600

const SCRIPT_HEADERS = {
  'cache-control': `public, max-age=${SCRIPT_MAX_AGE_S}`,
  // Pages on any origin load it, and may pin it with an `integrity` attribute.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

export async function scriptRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, log } = services
  if (!isBuilt()) {
    log.warn('browser script not built and not served; run npm run build')
    return
  }
  const script = loadScript(config.ingestPath)
  const scriptPath = `/${config.scriptFile}`
  const limited = publicPage(services)
  app.get(scriptPath, limited, (request, reply) => sendFile(request, reply.headers(SCRIPT_HEADERS), script))
  app.get(`${scriptPath}.sri`, limited, (_, reply) =>
    reply.headers(SCRIPT_HEADERS).type('text/plain; charset=utf-8').send(`${script.integrity}\n`),
  )
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ServedFile): FastifyReply {
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
