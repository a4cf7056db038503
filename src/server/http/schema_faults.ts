/** Turns the faults that a schema finds in a value into errors that name the field. */
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/schema'
import { ApiError, type FieldError } from './errors.ts'

const MAX_ERRORS = 10

export interface SchemaFault {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly message: string
  readonly params?: object
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: object
  readonly anyOf?: readonly Schema[]
}

/** `unknown`: what is said of a field or parameter that the schema does not know. */
export function refusal(
  schema: TSchema,
  value: unknown,
  faults: readonly SchemaFault[],
  unknown: string,
): ApiError {
  const errors = errorsIn(schema as Schema, value, faults, unknown)
  return new ApiError('invalid_request', { errors: errors.slice(0, MAX_ERRORS) })
}

function errorsIn(
  schema: Schema,
  value: unknown,
  faults: readonly SchemaFault[],
  unknown: string,
): FieldError[] {
  const unions = new Set<string>()
  // A fault lists all unknown fields of an object, unless there are so many that only the fault of each one is left.
  const isListed = faults.some(({ keyword }) => keyword === 'additionalProperties')
  const extra = ({ instancePath }: SchemaFault): FieldError[] =>
    isListed ? [] : [{ pointer: instancePath, detail: unknown }]
  return faults.flatMap((fault): FieldError[] => {
    const union = unionOf(fault)
    if (union === undefined) return fault.keyword === 'boolean' ? extra(fault) : plainErrors(fault, unknown)
    const { path, at } = union
    if (unions.has(at + path)) return []
    unions.add(at + path)
    return unionErrors(partAt(schema, path.slice(1)) as Schema, partAt(value, at), unknown).map(
      ({ pointer, detail }) => ({ pointer: at + pointer, detail }),
    )
  })
}

/** The outermost union that a fault lies in: its place in the schema and in the value. */
function unionOf({ keyword, schemaPath, instancePath }: SchemaFault) {
  const end = schemaPath.indexOf('/anyOf/')
  if (end === -1 && keyword !== 'anyOf') return undefined
  const path = end === -1 ? schemaPath : schemaPath.slice(0, end)
  const depth = path.split(
    /\/properties\/[^/]+|\/patternProperties\/[^/]+|\/additionalProperties|\/items/,
  ).length
  return { path, at: instancePath.split('/').slice(0, depth).join('/') }
}

/**
 * A value that fits no part of a union has the faults of one part only: the part that the caller meant. Where that is not
 * clear, the error names the choices.
 */
function unionErrors({ anyOf = [] }: Schema, value: unknown, unknown: string): FieldError[] {
  const ofKind = anyOf.filter((part) => kindsOf(part).includes(kindOf(value)))
  const meant = ofKind.length === 1 ? ofKind : ofKind.filter((part) => hasRequired(part, value))
  const [part] = meant
  if (part !== undefined && meant.length === 1) {
    const errors = errorsIn(part, value, Errors(part as TSchema, value)[1] as SchemaFault[], unknown)
    return errors.map((error) => (error.detail === unknown ? misplaced(error, part, anyOf) : error))
  }
  if (ofKind.length === 0) {
    return [
      {
        pointer: '',
        detail: `must be ${[...new Set(anyOf.flatMap(kindsOf))].map(withArticle).join(' or ')}`,
      },
    ]
  }
  const choices = [...new Set(anyOf.flatMap(({ required = [] }) => required))]
  return [{ pointer: '', detail: `must name exactly one of: ${choices.join(', ')}` }]
}

/** An unknown field of the meant part may be known to another one. */
function misplaced(error: FieldError, part: Schema, parts: readonly Schema[]): FieldError {
  const owner = parts.find(({ properties = {} }) => Object.hasOwn(properties, error.pointer.slice(1)))
  if (!owner?.required || !part.required) return error
  return {
    ...error,
    detail: `goes with ${owner.required.join(' and ')}, not with ${part.required.join(' and ')}`,
  }
}

const hasRequired = ({ required = [] }: Schema, value: unknown): boolean =>
  typeof value === 'object' && value !== null && required.every((name) => Object.hasOwn(value, name))

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const kindsOf = ({ type, enum: values, anyOf }: Schema): string[] => {
  if (type !== undefined) return [type === 'integer' ? 'number' : type]
  return [...new Set(anyOf?.flatMap(kindsOf) ?? values?.map(kindOf))]
}

const withArticle = (kind: string): string =>
  kind === 'null' ? kind : `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`

function plainErrors({ instancePath, message, params }: SchemaFault, unknown: string): FieldError[] {
  const listed = Object.values(params ?? {}).find((value): value is unknown[] => Array.isArray(value))
  const names = listed?.filter((name): name is string => typeof name === 'string')
  const isAboutNames = /required|additional/i.test(message)
  const pointers =
    isAboutNames && names !== undefined ? names.map((name) => `${instancePath}/${name}`) : [instancePath]
  return pointers.map((pointer) => ({ pointer, detail: detailOf(message, names, unknown) }))
}

/** `names`: of required fields, unknown fields or allowed values. */
function detailOf(message: string, names: readonly string[] | undefined, unknown: string): string {
  if (/required/i.test(message)) return 'is required'
  if (/additional/i.test(message)) return unknown
  if (/allowed values/i.test(message) && names?.length) return `must be one of: ${names.join(', ')}`
  return message
}

/** The part of a value at a JSON pointer. */
function partAt(whole: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1)
  return names.reduce(
    (part: unknown, name) =>
      (part as Record<string, unknown> | undefined)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    whole,
  )
}
