/** Validates bodies and queries with the schemas of the contract. Errors name the invalid field. */
import type { FastifySchemaCompiler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { ApiError, invalid } from './errors.ts'
import { refusal } from './schema_faults.ts'

type Validated = { readonly value: unknown } | { readonly error: ApiError }
type Validate = (given: unknown) => Validated

/** The validator compiler of every route. Parameters in a path are texts and need no validation. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'querystring') return compiled(schema, queryValidator)
  if (httpPart === 'body') return compiled(schema, bodyValidator)
  return () => true
}

/** Validates a value that Fastify does not validate as the body of a route. Throws an `ApiError` that names the field. */
export const checkedBody = <Schema extends TSchema>(schema: Schema) => checked(schema, bodyValidator)

export const checkedQuery = <Schema extends TSchema>(
  schema: Schema,
): ((query: Readonly<Record<string, unknown>>) => Static<Schema>) => checked(schema, queryValidator)

function checked<Schema extends TSchema>(
  schema: Schema,
  compile: (schema: TSchema) => Validate,
): (given: unknown) => Static<Schema> {
  const validate = compiled(schema, compile)
  return (given) => {
    const validated = validate(given)
    if ('error' in validated) throw validated.error
    return validated.value as Static<Schema>
  }
}

/** Fits a percent-encoded id of 256 bytes with room to spare, so that a longer id gets an error message, not a 404. */
export const PARAM_CHARS = 4096

/** Fastify would load its own compilers of schemas at the start. */
export const WITHOUT_COMPILERS = {
  compilersFactory: {
    // Fastify's type knows only its own compiler.
    buildValidator: () => compileValidator as never,
    // No route has a schema of its response.
    buildSerializer: () => () => JSON.stringify,
  },
}

/** Each schema is compiled once, when it is first needed: a process uses few, and a test starts many services. */
const known = new WeakMap<TSchema, Validate>()

function compiled(schema: TSchema, compile: (schema: TSchema) => Validate): Validate {
  return (given) => {
    let validate = known.get(schema)
    if (validate === undefined) {
      validate = compile(schema)
      known.set(schema, validate)
    }
    return validate(given)
  }
}

function bodyValidator(schema: TSchema): Validate {
  const checker = Compile(schema)
  return (given) => {
    // The schema check would list every byte of a binary body as an error.
    if (ArrayBuffer.isView(given)) return { error: new ApiError('unsupported_media_type') }
    const value = given ?? {}
    return checker.Check(value)
      ? { value }
      : { error: refusal(schema, value, checker.Errors(value)[1], 'is not a known field') }
  }
}

interface Property {
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
}

/** Integers and flags are converted from text. A parameter that the schema does not know is an error, and so is an empty one. */
function queryValidator(schema: TSchema): Validate {
  const checker = Compile(schema)
  const properties = (schema as { readonly properties?: Readonly<Record<string, Property>> }).properties ?? {}
  return (query) => {
    const value: Record<string, unknown> = {}
    for (const [name, given] of Object.entries(query as object)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (property === undefined) return { error: invalid(name, 'is not a known parameter') }
      if (typeof given !== 'string') return { error: invalid(name, 'is given more than once') }
      if (given === '') return { error: invalid(name, 'must not be empty') }
      const converted = convert(property, given)
      if (converted === undefined) return { error: invalid(name, expected(property)) }
      value[name] = converted
    }
    if (checker.Check(value)) return { value }
    const { options } = refusal(schema, value, checker.Errors(value)[1], 'is not a known parameter')
    const errors = options.errors?.map(({ pointer, detail }) => ({ pointer: pointer.slice(1), detail })) ?? []
    return { error: new ApiError('invalid_request', { errors }) }
  }
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** Undefined: not a value of this type. */
function convert(property: Property, text: string): string | number | boolean | undefined {
  if (property.type === 'boolean') return FLAGS.get(text)
  if (property.type !== 'integer') return text
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = property
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return number >= minimum && number <= maximum ? number : undefined
}

const expected = (property: Property): string =>
  property.type === 'boolean' ? 'must be true or false' : rangeOf(property)

const rangeOf = ({ minimum, maximum }: Property): string =>
  minimum === undefined || maximum === undefined
    ? 'must be a whole number'
    : `must be a whole number from ${minimum} to ${maximum}`
