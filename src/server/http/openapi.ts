/**
 * The OpenAPI 3.1 description at `/openapi.json`, and the docs site with the API explorer at `/docs/`.
 * First in the list of routes, because the description contains only routes that are added after it.
 */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { PROGRAM_VERSION } from '../base/program_version.ts'
import type { Services } from '../base/services.ts'
import { docsSiteRoutes } from './docs_site.ts'
import { publicPage } from './limit_pages.ts'
import { collectDocument } from './openapi_collect.ts'
import { addFieldExamples, addParameterExamples } from './openapi_examples.ts'
import { EXAMPLE_KEYS, withNamedSchemas } from './openapi_names.ts'
import { surveyDocuments } from './openapi_survey.ts'
import { webhookDocuments } from './openapi_webhooks.ts'

type Document = Record<string, unknown> & { readonly paths?: Record<string, unknown> }

export async function openapiRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config } = services
  await app.register(swagger, {
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
        { name: 'Manage sessions', description: 'Lists of sessions, and labels that overrule an action.' },
        { name: 'Exports', description: 'All sessions or events as a file.' },
        { name: 'Manage keys', description: 'Site keys and secret keys.' },
        { name: 'Manage webhooks', description: 'Webhooks and their deliveries.' },
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
            description: 'A secret key with the scope `sessions`.',
          },
          adminKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A secret key with the scope `admin`.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'api_key',
            description:
              'A secret key with the scope `survey`. `x-api-key`, `api-key` and `Authorization: Bearer` are accepted too.',
          },
        },
      },
    },
    transformObject: (given) => {
      if (!('openapiObject' in given)) return given.swaggerObject
      const document = given.openapiObject as unknown as Document
      const byHand = { ...surveyDocuments(app), [config.ingestPath]: collectDocument() }
      const paths = { ...byHand, ...document.paths }
      const described = { ...document, paths, webhooks: webhookDocuments() }
      const named = withNamedSchemas(inJsonSchema2020(described) as Document)
      addFieldExamples(named)
      addParameterExamples(named)
      return named as typeof given.openapiObject
    },
  })

  const page = publicPage(services)
  // Made once: responses that wait to be read share these bytes.
  let document: Buffer | undefined
  app.get('/openapi.json', { ...page, schema: { hide: true } }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  docsSiteRoutes(app, page)
}

/** Matches every name of a property. */
const ANY_NAME = '^.*$'

/**
 * TypeBox writes tuples in the style before JSON Schema 2020-12, which OpenAPI 3.1 requires. Generators of clients need
 * the type of an enum, and read maps from `additionalProperties`. `isNames`: the keys are names of properties.
 */
function inJsonSchema2020(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((part) => inJsonSchema2020(part))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => {
    const isData = !isNames && EXAMPLE_KEYS.has(key)
    return [key, isData ? part : inJsonSchema2020(part, !isNames && key === 'properties')] as const
  })
  if (isNames) return Object.fromEntries(entries)
  const { items, additionalItems, patternProperties, ...rest } = Object.fromEntries(entries)
  const isTuple = Array.isArray(items)
  const isMap = patternProperties !== undefined && ANY_NAME in patternProperties
  return {
    ...(Array.isArray(rest.enum) && !('type' in rest) && { type: typeOfEnum(rest.enum) }),
    ...rest,
    ...(isTuple ? { prefixItems: items, items: additionalItems } : items !== undefined && { items }),
    ...(isMap
      ? { additionalProperties: patternProperties[ANY_NAME] }
      : patternProperties !== undefined && { patternProperties }),
  }
}

const typeOfEnum = (values: readonly unknown[]): string =>
  values.every((value) => typeof value === 'string') ? 'string' : 'integer'
