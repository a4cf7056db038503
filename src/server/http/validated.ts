/** Validates bodies and queries of routes without a schema. Errors name the invalid field. */
import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { compileValidator } from './validation.ts'

/** Returns a parser for request bodies of this schema. */
export function bodyOf<Schema extends TSchema>(schema: Schema): (request: FastifyRequest) => Static<Schema> {
  const check = checkedBody(schema)
  return ({ body }) => check(body)
}

/** Returns a parser for query strings of this schema. */
export function queryOf<Schema extends TSchema>(schema: Schema): (request: FastifyRequest) => Static<Schema> {
  const check = checkedQuery(schema)
  return ({ query }) => check((query ?? {}) as Record<string, unknown>)
}

export const checkedBody = <Schema extends TSchema>(schema: Schema) => checked(schema, 'body')

export const checkedQuery = <Schema extends TSchema>(
  schema: Schema,
): ((query: Readonly<Record<string, unknown>>) => Static<Schema>) => checked(schema, 'querystring')

function checked<Schema extends TSchema>(
  schema: Schema,
  httpPart: string,
): (given: unknown) => Static<Schema> {
  const validate = compileValidator({ schema, httpPart, method: '', url: '' })
  return (given) => {
    const { value, error } = validate(given) as { value: Static<Schema>; error?: Error }
    if (error !== undefined) throw error
    return value
  }
}
