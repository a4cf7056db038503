/** One operation of the management API: its entry in the OpenAPI document, and parsers for its query and body. */
import type { FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../http/errors.ts'
import { problemResponses, type ResponseDocument } from '../http/openapi_responses.ts'
import { bodyOf, queryOf } from '../http/validated.ts'

export { fileResponse } from '../http/operation.ts'

const ON_EVERY_ROUTE: readonly ErrorCode[] = [
  'invalid_request',
  'missing_key',
  'invalid_key',
  'site_key_refused',
  'wrong_scope',
]
const WITH_BODY: readonly ErrorCode[] = ['invalid_json', 'body_too_large', 'unsupported_media_type']
const WITH_FILE: readonly ErrorCode[] = [
  'body_too_large',
  'unsupported_media_type',
  'request_timeout',
  'request_aborted',
]

export interface PathParameter {
  readonly description: string
  readonly example: string
}

export interface OperationOptions<Query extends TSchema, Body extends TSchema> {
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** Parameters in the path. */
  readonly params?: Readonly<Record<string, PathParameter>>
  readonly query?: Query
  readonly body?: { readonly schema: Body; readonly example: unknown }
  /** Content types of a body that is a file, with an example of each; null if it is binary. */
  readonly file?: Readonly<Record<string, string | null>>
  /** Status of a success; 200 by default. */
  readonly status?: number
  readonly response: ResponseDocument
  readonly errors?: readonly ErrorCode[]
}

export interface Operation<Query, Body> {
  /** The option of a route. It documents; the parsers below validate. */
  readonly schema: object
  query(request: FastifyRequest): Query
  body(request: FastifyRequest): Body
}

const Nothing = Type.Object({}, { additionalProperties: false })

export function operationForKeys<
  Query extends TSchema = typeof Nothing,
  Body extends TSchema = typeof Nothing,
>(options: OperationOptions<Query, Body>): Operation<Static<Query>, Static<Body>> {
  const { operationId, tag, summary, description, params, body, file, status = 200, errors = [] } = options
  const query = options.query ?? Nothing
  const codes = [...ON_EVERY_ROUTE, ...(body ? WITH_BODY : []), ...(file ? WITH_FILE : []), ...errors]
  return {
    schema: {
      operationId,
      tags: [tag],
      summary,
      description,
      security: [{ adminKey: [] }],
      ...(params && { params: Type.Object(paramSchemas(params)) }),
      ...(options.query && { querystring: options.query }),
      ...(body && {
        consumes: ['application/json'],
        body: { ...body.schema, 'x-examples': { example: { value: body.example } } },
      }),
      ...(file && { body: { content: fileContent(file) } }),
      response: {
        [status]: options.response,
        ...problemResponses('/v1', codes, [
          { pointer: exampleField(query, body?.schema), detail: 'is not valid' },
        ]),
      },
    },
    query: queryOf(query) as (request: FastifyRequest) => Static<Query>,
    body: bodyOf(body?.schema ?? Nothing) as (request: FastifyRequest) => Static<Body>,
  }
}

const fileContent = (examples: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(
    Object.entries(examples).map(([type, value]) => [
      type,
      {
        schema:
          value === null
            ? Type.String({ format: 'binary' })
            : { ...Type.String(), 'x-examples': { example: { value } } },
      },
    ]),
  )

const paramSchemas = (params: Readonly<Record<string, PathParameter>>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, { description, example }]) => [
      name,
      Type.String({ description, examples: [example] }),
    ]),
  )

/** A field that the example of a refused request names. */
function exampleField(query: TSchema, body: TSchema | undefined): string {
  const [field = ''] = Object.keys(propertiesOf(body ?? {}))
  if (field !== '') return `/${field}`
  return Object.keys(propertiesOf(query))[0] ?? ''
}

type Properties = Readonly<Record<string, { readonly type?: string }>>
const propertiesOf = (schema: TSchema): Properties =>
  (schema as { readonly properties?: Properties }).properties ?? {}
