/** The OpenAPI document of the documented routes and of the events that webhooks receive. */
import { shareParts } from './components.ts'
import { addFieldExamples, type Example } from './examples.ts'
import { HEAD, SECURITY_SCHEMES } from './head.ts'
import {
  type OperationEntry,
  operationEntry,
  type RequestDocument,
  type RouteDocument,
} from './operation_object.ts'
import {
  type Media,
  type OwnError,
  problemExamples,
  problemResponses,
  type ResponseDocument,
} from './responses.ts'
import { type Json, openSchemas } from './schemas.ts'
import { EVENT_REQUESTS, EVENT_RESPONSES } from './webhooks.ts'

export interface DocumentedRoute {
  readonly method: string
  /** As Fastify writes it. */
  readonly url: string
  readonly document: RouteDocument
}

type Paths = Record<string, Record<string, OperationEntry>>

interface MediaEntry {
  readonly schema: Json
  readonly examples?: Media['examples']
}

export function openapiDocument(routes: readonly DocumentedRoute[], serverUrl: string): Json {
  const { named, refer } = openSchemas()
  const examples: Example[] = []
  const errors: Record<string, object> = {}

  function contentOf(content: Readonly<Record<string, Media>>): Record<string, MediaEntry> {
    return Object.fromEntries(
      Object.entries(content).map(([type, media]) => {
        const schema = refer(media.schema)
        for (const { value } of Object.values(media.examples ?? {})) examples.push({ schema, value })
        return [type, { ...media, schema }]
      }),
    )
  }

  const operationOf = (document: RequestDocument, responses: OperationEntry['responses']) =>
    operationEntry(document, refer, document.body && contentOf(document.body.content), responses)

  /** The fields of a response have examples, which make up one of the response. Several show what one cannot. */
  function successOf({ content: documented, ...response }: ResponseDocument): object {
    const content = contentOf(documented)
    const json = content['application/json']
    if (json && Object.keys(json.examples ?? {}).length === 1)
      content['application/json'] = { schema: json.schema }
    return { ...response, content }
  }

  function errorsOf(path: string, own: readonly OwnError[]): [string, object][] {
    return problemResponses(path, own).map(({ status, name, response }) => {
      errors[name] ??= { ...response, content: contentOf(response.content) }
      return [status, { $ref: `#/components/responses/${name}` }]
    })
  }

  const paths: Paths = {}
  for (const { method, url, document } of routes) {
    const { status = 200, response, errors: own } = document
    const responses = { [status]: successOf(response), ...Object.fromEntries(errorsOf(url, own)) }
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(document, responses) }
  }
  const webhooks: Paths = Object.fromEntries(
    EVENT_REQUESTS.map(([type, document]) => [type, { post: operationOf(document, { ...EVENT_RESPONSES }) }]),
  )
  for (const media of problemExamples()) contentOf({ media })
  addFieldExamples(named, examples)

  const { parameters, responses } = shareParts(
    [paths, webhooks].flatMap(Object.values).flatMap(Object.values),
  )
  return {
    ...HEAD,
    servers: [{ url: serverUrl, description: 'This service.' }],
    paths,
    webhooks,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: named,
      parameters,
      responses: { ...errors, ...responses },
    },
  }
}
