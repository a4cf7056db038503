/** An OpenAPI document with its shared responses and parameters in the operations that refer to them. */

interface Shared {
  readonly paths: object
  readonly webhooks?: object
  readonly components: object
}

const SHARED = /^#\/components\/(responses|parameters)\/(.+)$/

export function partsInPlace<Document extends Shared>(document: Document): Document {
  const components = document.components as Record<string, Record<string, unknown>>
  const inPlace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inPlace)
    if (typeof part !== 'object' || part === null) return part
    const [, kind = '', name = ''] = SHARED.exec('$ref' in part ? String(part.$ref) : '') ?? []
    if (kind !== '') return components[kind]?.[name]
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inPlace(value)]))
  }
  return { ...document, paths: inPlace(document.paths), webhooks: inPlace(document.webhooks) }
}
