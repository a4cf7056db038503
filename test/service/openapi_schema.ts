/** The OpenAPI document and its schemas with their named parts in place. */
import { partsInPlace } from '../../tools/parts_in_place.ts'

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

/** The document of a service, with its shared responses and parameters in the operations that refer to them. */
export async function fetchDocument<Document extends { readonly paths: object; readonly components: object }>(
  address: string,
): Promise<Document> {
  return partsInPlace((await (await fetch(`${address}/openapi.json`)).json()) as Document)
}
