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
  /** Of one line of a text. */
  readonly contentSchema?: Schema
  readonly type?: string
  readonly enum?: readonly unknown[]
  examples?: unknown[]
}

/** A value of a schema. */
export interface Example {
  readonly schema: object
  readonly value: unknown
}

export function addFieldExamples(
  named: Readonly<Record<string, object>>,
  examples: readonly Example[],
): void {
  const target = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (named[schema.$ref.split('/').at(-1) ?? ''] ?? schema)

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
    const { properties = {}, items, additionalProperties, anyOf, contentSchema } = found
    if (contentSchema) {
      add(contentSchema, JSON.parse(String(value)), takesNull)
      return
    }
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

  for (const takesNull of [false, true]) {
    for (const { schema, value } of examples) add(schema, value, takesNull)
  }
}
