/** The parameters and body fields of an operation as arguments and options of a command, described by their schemas. */
import { Argument, InvalidArgumentError, Option } from 'commander'
import type { TSchema } from 'typebox'
import { FIELD_DESCRIPTION } from '../../contract/field.ts'
import type { Operation } from '../../server/http/operation.ts'

export interface Field {
  readonly place: 'path' | 'query' | 'body'
  /** As the API names it. */
  readonly name: string
  readonly schema: FieldSchema
}

/** What is read of a schema. */
export interface FieldSchema {
  readonly [FIELD_DESCRIPTION]?: string
  readonly description?: string
  readonly type?: string
  readonly enum?: readonly (string | number)[]
  readonly items?: FieldSchema
  readonly anyOf?: readonly FieldSchema[]
  readonly properties?: Readonly<Record<string, FieldSchema>>
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
  const described = operation.document?.params ?? {}
  const names = [...operation.route.url.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
  const inPlace = (place: Field['place'], properties: Readonly<Record<string, FieldSchema>>): Field[] =>
    Object.entries(properties).map(([name, schema]) => ({ place, name, schema }))
  return [
    ...names.map((name) => ({ place: 'path' as const, name, schema: described[name] ?? {} })),
    ...inPlace('query', propertiesOf(querystring)),
    ...inPlace('body', propertiesOf(body)),
  ]
}

/** Of all alternatives. */
function propertiesOf(schema: FieldSchema | undefined): Readonly<Record<string, FieldSchema>> {
  return Object.assign({}, ...(schema?.anyOf?.map(propertiesOf) ?? []), schema?.properties)
}

/** `low_effort_threshold` and `sessionId` are `low-effort-threshold` and `session-id`. */
export const wordsOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()

const textOf = ({ [FIELD_DESCRIPTION]: ofField, description = '' }: FieldSchema): string =>
  ofField ?? description

export const argumentOf = ({ name, schema }: Field, shown = wordsOf(name)): Argument => {
  const { choices } = kindOf(schema)
  const argument = new Argument(`<${shown}>`, textOf(schema))
  return choices === undefined ? argument : argument.choices(choices.map(String))
}

export function optionOf({ place, name, schema }: Field, shown = wordsOf(name)): Option {
  const { choices, placeholder, isText, isList } = kindOf(schema)
  const option = new Option(`--${shown} <${placeholder}${isList ? '...' : ''}>`, textOf(schema))
  if (choices !== undefined) option.choices(choices.map(String))
  // The API converts parameters of a URL.
  if (place === 'query' || isText) return option
  const checked = option.parseArg
  return option.argParser((text: string, before) =>
    jsonOf(checked === undefined ? text : (checked(text, before) as unknown as string)),
  )
}

interface Kind {
  readonly placeholder: string
  /** Undefined: any value of the kind. */
  readonly choices?: readonly (string | number)[]
  /** Taken as it is; others are JSON. */
  readonly isText: boolean
  readonly isList: boolean
}

function kindOf({ type, enum: choices, items, anyOf }: FieldSchema): Kind {
  const given = anyOf?.filter((one) => one.type !== 'null') ?? []
  if (given.length === 1) return kindOf(given[0] as FieldSchema)
  if (choices !== undefined) {
    return { placeholder: 'value', choices, isText: typeof choices[0] === 'string', isList: false }
  }
  if (type === 'string') return { placeholder: 'text', isText: true, isList: false }
  if (type === 'integer' || type === 'number') return { placeholder: 'number', isText: false, isList: false }
  if (type === 'boolean') {
    return { placeholder: 'value', choices: ['true', 'false'], isText: false, isList: false }
  }
  const item = type === 'array' && items !== undefined ? kindOf(items) : undefined
  if (item?.isText && !item.isList) return { ...item, isList: true }
  return { placeholder: 'json', isText: false, isList: false }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArgumentError('It must be JSON.')
  }
}
