/**
 * The OpenAPI 3.1 description at `/openapi.json`, and the docs site with the API explorer at `/docs/`.
 * First in the list of routes, because the description contains only routes that are added after it.
 */
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import type { Config } from '../config/config.ts'
import { PROGRAM_VERSION } from '../config/program_version.ts'
import type { Services } from '../services.ts'
import { docsSiteRoutes } from './docs_site.ts'
import { inJsonSchema2020 } from './json_schema_2020.ts'
import { publicPage } from './limit_pages.ts'
import { collectDocument } from './openapi_collect.ts'
import { withSharedComponents } from './openapi_components.ts'
import { addFieldExamples, addParameterExamples, removeResponseExamples } from './openapi_examples.ts'
import { withNamedSchemas } from './openapi_names.ts'
import { surveyDocuments } from './openapi_survey.ts'
import { webhookDocuments } from './openapi_webhooks.ts'
import { type StaticFile, sendFile, served } from './static_file.ts'
import { WITHOUT_COMPILERS } from './validation.ts'

type Document = Record<string, unknown> & { readonly paths?: Record<string, unknown> }

export async function openapiRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') routes.push(route)
  })
  const page = publicPage(services)
  // Made once: responses that wait to be read share these bytes.
  let document: Promise<StaticFile> | undefined
  app.get('/openapi.json', { ...page, schema: { hide: true } }, async (request, reply) => {
    document ??= describe(app, services.config, routes)
    return sendFile(request, reply.header('cache-control', 'no-cache'), await document)
  })
  docsSiteRoutes(app, page)
}

/** Describes the routes on an instance of its own, because a start need not load the package for it. */
async function describe(
  app: FastifyInstance,
  config: Config,
  routes: readonly RouteOptions[],
): Promise<StaticFile> {
  const { default: swagger } = await import('@fastify/swagger')
  const described = Fastify({ schemaController: WITHOUT_COMPILERS })
  await described.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Byhand',
        version: PROGRAM_VERSION,
        description:
          'Self-hosted bot detector for web visits and survey answers: risk scores, checks and the evidence behind them.\n\nErrors are problem documents (RFC 9457). Every response carries `X-Request-Id`.',
        license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: config.publicUrl ?? '/', description: 'This service.' }],
      tags: [
        { name: 'Sessions', description: 'Reports and event logs of browser sessions.' },
        { name: 'Surveys', description: 'Analysis of open-ended survey responses.' },
        { name: 'Manage sessions', description: 'Lists of sessions, and labels that override an action.' },
        { name: 'Exports', description: 'All sessions or events as a file.' },
        { name: 'Manage keys', description: 'Site keys and secret keys.' },
        { name: 'Manage webhooks', description: 'Webhooks and their deliveries.' },
        { name: 'Manage agents', description: 'Declared agents and their public keys.' },
        { name: 'Manage settings', description: 'Risk settings, retention and their effect.' },
        { name: 'Manage surveys', description: 'Analyzed surveys, and files of responses.' },
        { name: 'Manage personal data', description: "Erasure and export of a person's data." },
        { name: 'Webhook events', description: 'Requests that the service sends to your webhooks.' },
        { name: 'Collection', description: 'Ingest endpoint of the browser script.' },
      ],
      components: {
        securitySchemes: {
          secretKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A secret key with the permission `sessions`.',
          },
          adminKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A secret key with the permission `admin`.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'api_key',
            description:
              'A secret key with the permission `survey`. `x-api-key`, `api-key` and `Authorization: Bearer` are accepted too.',
          },
        },
      },
    },
    transformObject: (given) => {
      if (!('openapiObject' in given)) return given.swaggerObject
      const document = given.openapiObject as unknown as Document
      const byHand = { ...surveyDocuments(app), [config.ingestPath]: collectDocument() }
      const paths = { ...byHand, ...document.paths }
      const whole = { ...document, paths, webhooks: webhookDocuments() }
      const named = withNamedSchemas(inJsonSchema2020(whole) as Document)
      addFieldExamples(named)
      addParameterExamples(named)
      removeResponseExamples(named)
      return withSharedComponents(named) as unknown as typeof given.openapiObject
    },
  })

  for (const { method, url, schema } of routes) {
    described.route({ method, url, ...(schema !== undefined && { schema }), handler: () => {} })
  }
  await described.ready()
  return served(JSON.stringify(described.swagger()), 'openapi.json')
}
