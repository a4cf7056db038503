/** The OpenAPI document and its schemas with their named parts in place. */

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

interface Shared {
  readonly paths: object
  readonly components: object
}

/** The document of a service, with its shared responses and parameters in the operations that refer to them. */
export async function fetchDocument<Document extends Shared>(address: string): Promise<Document> {
  const document = (await (await fetch(`${address}/openapi.json`)).json()) as Document
  const components = document.components as Record<string, Record<string, unknown>>
  const inPlace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inPlace)
    if (typeof part !== 'object' || part === null) return part
    const [, kind = '', name = ''] = /^#\/components\/(responses|parameters)\/(.+)$/.exec(refOf(part)) ?? []
    if (kind !== '') return components[kind]?.[name]
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inPlace(value)]))
  }
  return { ...document, paths: inPlace(document.paths) }
}

const refOf = (part: object): string => ('$ref' in part ? String(part.$ref) : '')
