/** Serves the browser script, its integrity hash, and the demo page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../base/services.ts'
import { publicPage } from '../http/limit_pages.ts'
import { demoPage } from './demo_page.ts'
import { BUILT, isBuilt, loadScript, sendFile, served } from './script_file.ts'

/** Long enough to save most visits the request, short enough for a fix to reach all visitors the same day. */
const SCRIPT_MAX_AGE_S = 3_600

const SCRIPT_HEADERS = {
  'cache-control': `public, max-age=${SCRIPT_MAX_AGE_S}`,
  // Pages on any origin load it, and may pin it with an `integrity` attribute.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Only files of this service run, and requests go to this service only. */
const DEMO_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const DEMO_HEADERS = { 'content-security-policy': DEMO_POLICY, 'cache-control': 'no-cache' }

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

  const style = served(readFileSync(join(BUILT, 'demo.css'), 'utf8'), 'text/css')
  const code = served(readFileSync(join(BUILT, 'demo.js'), 'utf8'), 'text/javascript')
  app.get('/demo/demo.css', limited, (request, reply) =>
    sendFile(request, reply.headers(DEMO_HEADERS), style),
  )
  app.get('/demo/demo.js', limited, (request, reply) => sendFile(request, reply.headers(DEMO_HEADERS), code))

  const page = demoPage(readFileSync(join(BUILT, 'demo.html'), 'utf8'), scriptPath)
  app.get<{ Querystring: { key?: unknown } }>('/demo', limited, (request, reply) =>
    reply
      .headers(DEMO_HEADERS)
      .type('text/html; charset=utf-8')
      .send(page(String(request.query.key ?? ''))),
  )
}
