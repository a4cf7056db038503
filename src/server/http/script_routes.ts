/** Serves the browser script, its integrity hash, the script as a module, its part for forms, its worker, and the files of integrations. */
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { ApiError } from './errors.ts'
import { publicPage } from './limit_pages.ts'
import {
  integrationFiles,
  isBuilt,
  loadModule,
  loadScript,
  loadWorker,
  modulePath,
  workerPath,
} from './script_file.ts'
import { sendFile } from './static_file.ts'

/** Long enough to save most visits the request, short enough for a fix to reach all visitors the same day. */
const SCRIPT_MAX_AGE_S = 3_600

export const SCRIPT_HEADERS = {
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
  const module = loadModule()
  app.get(modulePath(config.scriptFile), limited, (request, reply) =>
    sendFile(request, reply.headers(SCRIPT_HEADERS), module),
  )
  const forms = loadScript(config.ingestPath, 'forms.mjs')
  app.get('/forms.mjs', limited, (request, reply) => sendFile(request, reply.headers(SCRIPT_HEADERS), forms))
  const worker = loadWorker()
  app.get(workerPath(config.scriptFile), limited, (request, reply) =>
    sendFile(request, reply.headers(SCRIPT_HEADERS), worker),
  )
  app.get(`${scriptPath}.sri`, limited, (_, reply) =>
    reply.headers(SCRIPT_HEADERS).type('text/plain; charset=utf-8').send(`${script.integrity}\n`),
  )
  const integrations = new Map(integrationFiles())
  app.get<{ Params: { file: string } }>('/integrations/:file', limited, (request, reply) => {
    const file = integrations.get(request.params.file)
    if (file === undefined) throw new ApiError('not_found')
    return sendFile(request, reply.headers(SCRIPT_HEADERS), file)
  })
}
