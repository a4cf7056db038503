/** The entry of a route in the OpenAPI document. */
import type { TObject, TSchema } from 'typebox'
import { defined } from '../../../contract/defined.ts'
import { type Media, mediaOf, type OwnError, type ResponseDocument } from './responses.ts'
import type { Json, Schemas } from './schemas.ts'

export interface PathParameter {
  readonly description: string
  readonly example: string
}

export interface RequestDocument {
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** The security scheme; absent: needs no key. */
  readonly key?: 'secretKey' | 'adminKey' | 'apiKey'
  readonly headers?: TObject
  readonly query?: TObject
  readonly params?: Readonly<Record<string, PathParameter>>
  readonly body?: { readonly description?: string; readonly content: Readonly<Record<string, Media>> }
}

/** A route is documented if it has this as `config.openapi`. */
export interface RouteDocument extends RequestDocument {
  /** Of a success; 200 by default. */
  readonly status?: number
  readonly response: ResponseDocument
  /** Errors other than those of every route. */
  readonly errors: readonly OwnError[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly openapi?: RouteDocument
  }
}

export const jsonBody = (schema: TSchema, value: unknown): NonNullable<RequestDocument['body']> => ({
  ...defined({ description: (schema as { readonly description?: string }).description }),
  content: { 'application/json': mediaOf(schema, value) },
})

export interface ParameterEntry {
  readonly name: string
  readonly in: string
  readonly schema: Json
}

interface Field extends Json {
  readonly examples?: readonly unknown[]
  readonly enum?: readonly unknown[]
}

export interface Reference {
  readonly $ref: string
}

export interface OperationEntry {
  readonly operationId: string
  readonly parameters?: (ParameterEntry | Reference)[]
  readonly responses: Record<string, object>
}

/** `content`: of the body. */
export function operationEntry(
  document: RequestDocument,
  refer: Schemas['refer'],
  content: Json | undefined,
  responses: OperationEntry['responses'],
) {
  const { operationId, tag, summary, description, key, headers, query, params = {}, body } = document
  const parametersOf = (place: string, of: TObject | undefined): ParameterEntry[] =>
    Object.entries(of?.properties ?? {}).map(([name, field]) => {
      const { description, examples, ...schema } = refer(field) as Field
      const required = of?.required?.includes(name) ?? false
      const example = examples?.[0] ?? schema.default ?? schema.enum?.[0]
      return { name, in: place, required, description, schema, example }
    })
  const parameters: OperationEntry['parameters'] = [
    ...parametersOf('header', headers),
    ...parametersOf('query', query),
    ...Object.entries(params).map(([name, { description, example }]) => {
      return { name, in: 'path', required: true, description, schema: { type: 'string' }, example }
    }),
  ]
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: key === undefined ? [] : [{ [key]: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...body, content } }),
    responses,
  }
}
