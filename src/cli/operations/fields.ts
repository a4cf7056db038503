/** The parameters and body fields of an operation as arguments and options of a command, described by their schemas. */
import { Argument, InvalidArgumentError, Option } from 'commander'
import type { TSchema } from 'typebox'
import { FIELD_DESCRIPTION } from '../../contract/field.ts'
import type { Operation } from '../../server/http/operation.ts'

export interface Field {
  readonly place: 'path' | 'query' | 'body' | 'file'
  /** As the API names it. */
  readonly name: string
  readonly schema: FieldSchema
  readonly isRequired: boolean
}

/** What is read of a schema. */
export interface FieldSchema {
  readonly [FIELD_DESCRIPTION]?: string
  readonly description?: string
  readonly type?: string
  readonly default?: unknown
  readonly enum?: readonly (string | number)[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly items?: FieldSchema
  readonly anyOf?: readonly FieldSchema[]
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
}

interface OperationSchema {
  readonly querystring?: FieldSchema
  readonly body?: FieldSchema
}

const schemaOf = ({ route }: Operation): OperationSchema => route.schema as OperationSchema & TSchema

export const routeOf = ({ route }: Operation): string => `${route.method} ${route.url}`

/** Whether the body is JSON. */
export const hasBody = (operation: Operation): boolean => schemaOf(operation).body !== undefined

export function fieldsOf(operation: Operation): readonly Field[] {
  const { querystring, body } = schemaOf(operation)
  const described: Readonly<Record<string, FieldSchema>> = operation.document?.params ?? {}
  const inPath = [...operation.route.url.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
  const inPlace = (place: Field['place'], schema: FieldSchema | undefined): Field[] =>
    Object.entries(propertiesOf(schema)).map(([name, of]) => ({
      place,
      name,
      schema: of,
      isRequired: schema?.required?.includes(name) ?? false,
    }))
  return [
    ...inPlace('path', {
      properties: Object.fromEntries(inPath.map((name) => [name, described[name] ?? {}])),
    }),
    ...inPlace(
      'file',
      operation.isFile ? { properties: { file: { description: 'The file to send.' } } } : {},
    ),
    ...inPlace('query', querystring),
    ...inPlace('body', body),
  ]
}

/** Of all alternatives. */
function propertiesOf(schema: FieldSchema | undefined): Readonly<Record<string, FieldSchema>> {
  return Object.assign({}, ...(schema?.anyOf?.map(propertiesOf) ?? []), schema?.properties)
}

export const meaningOf = ({ [FIELD_DESCRIPTION]: ofField, description = '' }: FieldSchema): string =>
  ofField ?? description

/** `low_effort_threshold` and `sessionId` are `low-effort-threshold` and `session-id`. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()

export function argumentOf({ name, schema }: Field): Argument {
  const { choices } = kindOf(schema)
  const argument = new Argument(`<${wordsOf(name)}>`, meaningOf(schema))
  return choices === undefined ? argument : argument.choices(choices.map(String))
}

export function optionOf({ place, name, schema }: Field, shown = wordsOf(name)): Option {
  const { placeholder = shown, isList, choices, parse } = kindOf(schema)
  const option = new Option(`--${shown} <${placeholder}${isList ? '...' : ''}>`, meaningOf(schema))
  if (choices !== undefined) option.choices(choices.map(String))
  if (isList) return option.argParser(collected(choices))
  if (parse === undefined) return option
  const checked = option.parseArg
  return option.argParser((text: string, before) => {
    const value = parse(checked === undefined ? text : (checked(text, before) as unknown as string))
    // The API converts parameters of a URL.
    return place === 'query' ? text : value
  })
}

interface Kind {
  /** Undefined: the name of the option. */
  readonly placeholder?: string
  readonly isList?: boolean
  /** Undefined: any value of the kind. */
  readonly choices?: readonly (string | number)[]
  /** Undefined: a text is taken as it is. */
  readonly parse?: (text: string) => unknown
}

function kindOf(schema: FieldSchema): Kind {
  const { type, enum: choices, items, anyOf, maxLength } = schema
  const values = anyOf?.filter((one) => one.type !== 'null') ?? []
  if (values.length === 1) return kindOf(values[0] as FieldSchema)
  if (choices !== undefined) return { choices, ...(typeof choices[0] === 'number' && { parse: Number }) }
  if (type === 'string') return maxLength === undefined ? {} : { parse: atMost(maxLength) }
  if (type === 'integer') return { placeholder: 'number', parse: integer(schema) }
  if (type === 'boolean') return { choices: ['true', 'false'], parse: json }
  if (type === 'array' && items !== undefined) {
    const item = kindOf(items)
    if (item.choices !== undefined || items.type === 'string') return { ...item, isList: true }
  }
  return { placeholder: 'json', parse: json }
}

/** Choices may also be separated by commas. */
const collected =
  (choices: readonly (string | number)[] | undefined) =>
  (text: string, before: readonly string[] = []): readonly string[] => {
    const given = choices === undefined ? [text] : text.split(',').map((one) => one.trim())
    if (choices !== undefined && !given.every((one) => choices.includes(one)))
      throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
    return [...new Set([...before, ...given])]
  }

const atMost = (most: number) => (text: string) => {
  if (text.length <= most) return text
  throw new InvalidArgumentError(`It has at most ${most} characters; this one has ${text.length}.`)
}

const integer =
  ({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: FieldSchema) =>
  (text: string): number => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isInteger(value) && value >= minimum && value <= maximum) return value
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
  }

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArgumentError('It must be JSON.')
  }
}
