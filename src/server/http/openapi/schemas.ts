/** JSON schemas in the OpenAPI document. Schemas with a title are components, so that generated clients have named types. */
import type { TSchema } from 'typebox'
import { defined } from '../../../contract/defined.ts'
import { FIELD_DESCRIPTION } from '../../../contract/field.ts'

export type Json = Readonly<Record<string, unknown>>

export interface Schemas {
  /** The schema, or a reference if it has a title. */
  refer(schema: TSchema): Json
  /** Those with a title that were referred to. */
  readonly named: Readonly<Record<string, Json>>
}

/** Only the browser script and `byhand verify` read these, of the same version as the service. */
const INTERNAL: ReadonlySet<unknown> = new Set(['Batch', 'RecordedBatch'])

/** The values of these keywords are schemas, or maps of schemas; those of all others are data. */
const SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'anyOf', 'contentSchema'])
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties'])

export function openSchemas(): Schemas {
  const named: Record<string, Json> = {}

  function refer(schema: TSchema): Json {
    const { title, [FIELD_DESCRIPTION]: description, ...rest } = schema as Json
    if (typeof title !== 'string') return converted(rest)
    const found = INTERNAL.has(title)
      ? { type: 'object', description: `${rest.description} The format is internal.` }
      : converted(rest)
    const known = named[title]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(found)) {
      throw new Error(`two schemas have the name ${title}`)
    }
    named[title] ??= found
    return { $ref: `#/components/schemas/${title}`, ...defined({ description }) }
  }

  const part = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(part)
    return typeof value === 'object' ? refer(value as TSchema) : value
  }

  /** Generators of clients need the type of an enum, read maps from `additionalProperties`, and do not read tuples. */
  function converted(schema: Json): Json {
    if (Array.isArray(schema.items)) throw new Error('a tuple is in the API')
    const { patternProperties, ...found }: Json = Object.fromEntries(
      Object.entries(schema).map(([key, value]) => {
        if (MAPS.has(key)) return [key, mapped(value as object)]
        return [key, SCHEMAS.has(key) ? part(value) : value]
      }),
    )
    const [values] = Object.values(patternProperties ?? {})
    return {
      ...(Array.isArray(schema.enum) && { type: typeOfEnum(schema.enum) }),
      ...found,
      ...defined({ additionalProperties: values ?? found.additionalProperties }),
    }
  }

  const mapped = (schemas: object): Json =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, part(schema)]))

  return { named, refer }
}

const typeOfEnum = (values: readonly unknown[]): string =>
  values.every((value) => typeof value === 'string') ? 'string' : 'integer'
