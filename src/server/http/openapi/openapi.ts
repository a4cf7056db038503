/**
 * The OpenAPI 3.1 description at `/openapi.json`, and the docs site with the API explorer at `/docs/`.
 * First in the list of routes, because the description contains only routes that are added after it.
 */
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { docsSiteRoutes } from '../docs_site.ts'
import { publicPage } from '../limit_pages.ts'
import { type StaticFile, sendFile, served } from '../static_file.ts'
import { type DocumentedRoute, openapiDocument } from './document.ts'

export async function openapiRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const routes: DocumentedRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.openapi && method !== 'HEAD')
      routes.push({ method: String(method), url, document: config.openapi })
  })
  const page = publicPage(services)
  // Made once: responses that wait to be read share these bytes.
  let file: StaticFile | undefined
  app.get('/openapi.json', page, (request, reply) => {
    file ??= served(JSON.stringify(openapiDocument(routes, services.config.publicUrl ?? '/')), 'openapi.json')
    return sendFile(request, reply.header('cache-control', 'no-cache'), file)
  })
  docsSiteRoutes(app, page)
}
