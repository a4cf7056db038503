/** Validates bodies and queries against the contract. Errors name the invalid field. */
import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ApiError, type FieldError, invalid } from './errors.ts'

const MAX_ERRORS = 10

/** Returns a parser for request bodies of this schema. */
export function bodyOf<Schema extends TSchema>(schema: Schema): (request: FastifyRequest) => Static<Schema> {
  const check = checkedBody(schema)
  return ({ body }) => check(body ?? {})
}

export function checkedBody<Schema extends TSchema>(schema: Schema): (given: unknown) => Static<Schema> {
  const checker = Compile(schema)
  return (given) => {
    // The schema check would list every byte of a binary body as an error.
    if (ArrayBuffer.isView(given)) throw new ApiError('unsupported_media_type')
    if (checker.Check(given)) return given
    throw refusal(checker.Errors(given), true)
  }
}

/** Returns a parser for query strings of this schema; `numbers` are converted from text. */
export function queryOf<Schema extends TSchema>(
  schema: Schema,
  numbers: readonly string[] = [],
): (request: FastifyRequest) => Static<Schema> {
  const check = checkedQuery(schema, numbers)
  return ({ query }) => check((query ?? {}) as Record<string, unknown>)
}

export function checkedQuery<Schema extends TSchema>(
  schema: Schema,
  numbers: readonly string[] = [],
): (query: Readonly<Record<string, unknown>>) => Static<Schema> {
  const checker = Compile(schema)
  return (query) => {
    const given: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(query)) {
      if (typeof value !== 'string') throw invalid(name, 'is given more than once')
      if (value === '') continue
      given[name] = numbers.includes(name) && /^-?\d{1,15}$/.test(value) ? Number(value) : value
    }
    if (checker.Check(given)) return given as Static<Schema>
    throw refusal(checker.Errors(given), false)
  }
}

interface SchemaFault {
  readonly instancePath: string
  readonly message: string
  readonly params?: object
}

/** They only repeat that another fault exists. */
const REPEATS = new Set(['schema is false', 'must match a schema in anyOf'])

function refusal(faults: readonly SchemaFault[], isBody: boolean): ApiError {
  const own = faults.filter(({ message }) => !REPEATS.has(message))
  const found = (own.length > 0 ? own : faults).slice(0, MAX_ERRORS).flatMap((fault): FieldError[] => {
    const named = Object.values(fault.params ?? {}).find((value) => Array.isArray(value)) as
      | unknown[]
      | undefined
    const names = named?.filter((name): name is string => typeof name === 'string')
    const isAboutNames = /required|additional/i.test(fault.message)
    const pointers =
      isAboutNames && names !== undefined
        ? names.map((name) => `${fault.instancePath}/${name}`)
        : [fault.instancePath]
    return pointers.map((pointer) => ({
      pointer: isBody ? pointer : pointer.replace(/^\//, ''),
      detail: detailOf(fault.message, names),
    }))
  })
  return new ApiError('invalid_request', { errors: found.slice(0, MAX_ERRORS) })
}

/** `names`: of required fields, unknown fields or allowed values. */
function detailOf(message: string, names: readonly string[] | undefined): string {
  if (/required/i.test(message)) return 'is required'
  if (/additional/i.test(message)) return 'is not a known field'
  if (/allowed values/i.test(message) && names?.length) return `must be one of: ${names.join(', ')}`
  return message
}
