/** Validates bodies and queries of routes without a schema. Errors name the invalid field. */
import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { checkedBody, checkedQuery } from './validation.ts'

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
