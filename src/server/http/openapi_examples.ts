/**
 * Gives every field with a plain value an example: its own, or else the value in an example of a request or response that
 * contains it. So a field and the whole never show different things.
 */

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly type?: string
  readonly enum?: readonly unknown[]
  examples?: unknown[]
}

interface Parameter {
  readonly schema: { readonly default?: unknown; readonly enum?: readonly unknown[] }
  example?: unknown
}

interface Media {
  readonly schema?: Schema
  examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export function addFieldExamples(document: object): void {
  const { components } = document as { components: { schemas: Record<string, Schema> } }
  const target = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema)

  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)

  /** The part of a union that an object belongs to. */
  const partOf = (parts: readonly Schema[], value: unknown): Schema | undefined =>
    parts.find((part) => {
      const { properties, type } = target(part)
      if (Array.isArray(value)) return type === 'array'
      return isRecord(value) && properties && Object.keys(value).every((name) => name in properties)
    })

  /** The fields and items of a value show its example, and a list of allowed values is an example itself. */
  const isPlain = ({ type, enum: allowed, anyOf = [] }: Schema): boolean =>
    !allowed &&
    !['object', 'array', 'boolean'].includes(type ?? '') &&
    anyOf.every((part) => part.type === 'null' || isPlain(target(part)))

  /** A value other than the one that an example without it would show. */
  const isChoice = ({ type, enum: allowed }: Schema, value: unknown): boolean =>
    (allowed !== undefined && value !== allowed[0]) || (type === 'boolean' && value === false)

  /** `takesNull`: null is an example only where there is no better one. */
  function add(schema: Schema, value: unknown, takesNull: boolean): void {
    const found = target(schema)
    if (value === null && !takesNull) return
    const { properties = {}, items, additionalProperties, anyOf } = found
    const part = anyOf && partOf(anyOf, value)
    if (!part && (isPlain(found) || isChoice(found, value))) found.examples ??= [value]
    if (anyOf) {
      if (part) add(part, value, takesNull)
    } else if (Array.isArray(value)) {
      if (items) for (const item of value) add(items, item, takesNull)
    } else if (isRecord(value)) {
      for (const [name, part] of Object.entries(value)) {
        const field = properties[name] ?? additionalProperties
        if (typeof field === 'object') add(field, part, takesNull)
      }
    }
  }

  const media = mediaOf(document)
  for (const takesNull of [false, true]) {
    for (const { schema, examples = {} } of media) {
      for (const { value } of Object.values(examples)) if (schema) add(schema, value, takesNull)
    }
  }
}

/** The fields of a response have examples, which make up one of the response. Several show what one cannot. */
export function removeResponseExamples(document: object): void {
  const { paths } = document as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, Media> }> }>>
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  for (const { content } of operations.flatMap(({ responses }) => Object.values(responses))) {
    const media = content?.['application/json']
    if (media?.examples && Object.keys(media.examples).length === 1) delete media.examples
  }
}

/** A parameter without its own example shows its default, or else its first allowed value. */
export function addParameterExamples(document: object): void {
  const { paths } = document as { paths: Record<string, Record<string, { parameters?: Parameter[] }>> }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    parameter.example ??= parameter.schema.default ?? parameter.schema.enum?.[0]
  }
}

/** Everything in the document with a schema and examples. */
function mediaOf(value: unknown): Media[] {
  if (typeof value !== 'object' || value === null) return []
  if ('content' in value) return Object.values(value.content as Record<string, Media>)
  return Object.values(value).flatMap(mediaOf)
}
