/** Schemas of the OpenAPI document with their named parts in place. */

interface Components {
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

export function inlinedSchema({ components }: Components, schema: unknown): object {
  const inlined = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inlined)
    if (typeof part !== 'object' || part === null) return part
    if (!('$ref' in part)) {
      return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, inlined(value)]))
    }
    const named = components.schemas[String(part.$ref).replace('#/components/schemas/', '')]
    if (named === undefined) throw new Error(`${part.$ref} is not in the document`)
    return inlined(named)
  }
  return inlined(schema) as object
}
