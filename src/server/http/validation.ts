/** Validates bodies and queries with the schemas of the contract. Errors name the invalid field. */
import type { FastifySchemaCompiler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ApiError, type FieldError, invalid } from './errors.ts'

const MAX_ERRORS = 10

type Validated = { readonly value: unknown } | { readonly error: ApiError }
type Validate = (given: unknown) => Validated

/** The validator compiler of every route. Parameters in a path are texts and need no validation. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'querystring') return compiled(schema, queryValidator)
  // A text is a file, which its route reads.
  if (httpPart === 'body' && !isText(schema)) return compiled(schema, bodyValidator)
  return () => true
}

/** For bodies that are not of a route, such as those of the command line. Throws what is invalid. */
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

const isText = (schema: TSchema): boolean => (schema as { readonly type?: string }).type === 'string'

/** Tests start many services, so each schema is compiled once. */
const known = new WeakMap<TSchema, Validate>()

function compiled(schema: TSchema, compile: (schema: TSchema) => Validate): Validate {
  const found = known.get(schema) ?? compile(schema)
  known.set(schema, found)
  return found
}

function bodyValidator(schema: TSchema): Validate {
  const checker = Compile(schema)
  return (given) => {
    // The schema check would list every byte of a binary body as an error.
    if (ArrayBuffer.isView(given)) return { error: new ApiError('unsupported_media_type') }
    const value = given ?? {}
    return checker.Check(value) ? { value } : { error: refusal(checker.Errors(value), '') }
  }
}

interface Property {
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
}

/** Integers are converted from text. An empty text is an absent one. */
function queryValidator(schema: TSchema): Validate {
  const checker = Compile(schema)
  const properties = (schema as { readonly properties?: Readonly<Record<string, Property>> }).properties ?? {}
  return (query) => {
    const value: Record<string, unknown> = {}
    for (const [name, given] of Object.entries(query as object)) {
      if (typeof given !== 'string') return { error: invalid(name, 'is given more than once') }
      const property = properties[name]
      if (property?.type !== 'integer') {
        if (given !== '') value[name] = given
      } else {
        const number = /^-?\d{1,15}$/.test(given) ? Number(given) : Number.NaN
        const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = property
        if (!(number >= minimum && number <= maximum)) return { error: invalid(name, rangeOf(property)) }
        value[name] = number
      }
    }
    return checker.Check(value) ? { value } : { error: refusal(checker.Errors(value), '/') }
  }
}

const rangeOf = ({ minimum, maximum }: Property): string =>
  minimum === undefined || maximum === undefined
    ? 'must be a whole number'
    : `must be a whole number from ${minimum} to ${maximum}`

interface SchemaFault {
  readonly instancePath: string
  readonly message: string
  readonly params?: object
}

/** They only repeat that another fault exists. */
const REPEATS = new Set(['schema is false', 'must match a schema in anyOf'])

/** `prefix`: of a pointer, which is left out where a name is expected. */
function refusal(faults: readonly SchemaFault[], prefix: '' | '/'): ApiError {
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
      pointer: pointer.startsWith(prefix) ? pointer.slice(prefix.length) : pointer,
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
