/** Moves schemas with a title into `components.schemas`, so that generated clients have named types. */
import { defined } from '../../contract/defined.ts'
import { FIELD_DESCRIPTION } from '../../contract/field.ts'

type Json = Record<string, unknown>

/** Their values are data, not schemas. */
export const EXAMPLE_KEYS: ReadonlySet<string> = new Set([
  'examples',
  'example',
  'default',
  'enum',
  'const',
  'value',
])

/** Only the browser script and `byhand verify` read these, of the same version as the service. */
const INTERNAL: ReadonlySet<unknown> = new Set(['Batch', 'RecordedBatch'])

export function withNamedSchemas(document: Json): Json {
  const schemas: Json = {}

  /** `isSchema`: whether a `title` is that of a schema; elsewhere it may be the name of a property. */
  function named(value: unknown, isSchema: boolean): unknown {
    if (Array.isArray(value)) return value.map((part) => named(part, isSchema))
    if (typeof value !== 'object' || value === null) return value
    if (isSchema && 'title' in value && INTERNAL.has(value.title)) {
      const { title, description } = value as Json
      schemas[String(title)] = { type: 'object', description: `${description} The format is internal.` }
      return { $ref: `#/components/schemas/${title}` }
    }
    const parts = Object.entries(value).map(([key, part]) => {
      if (EXAMPLE_KEYS.has(key)) return [key, part]
      if (!isSchema) return [key, named(part, key === 'schema')]
      return [key, key === 'properties' ? properties(part as Json) : named(part, true)]
    })
    const found: Json = Object.fromEntries(parts)
    if (!isSchema || typeof found.title !== 'string') return found
    const { title, [FIELD_DESCRIPTION]: description, ...schema } = found as Json & { title: string }
    const known = schemas[title]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two schemas have the name ${title}`)
    }
    schemas[title] = schema
    return { $ref: `#/components/schemas/${title}`, ...defined({ description }) }
  }

  const properties = (of: Json): Json =>
    Object.fromEntries(Object.entries(of).map(([name, schema]) => [name, named(schema, true)]))

  const paths = named(document.paths, false)
  const webhooks = named(document.webhooks, false)
  const components = document.components as Json
  return { ...document, paths, webhooks, components: { ...components, schemas } }
}
