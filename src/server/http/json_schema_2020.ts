/** Schemas of TypeBox in the form that OpenAPI 3.1 and generators of clients need. */
import { EXAMPLE_KEYS } from './openapi_names.ts'

/** Matches every name of a property. */
const ANY_NAME = '^.*$'

/**
 * TypeBox writes tuples in the style before JSON Schema 2020-12, which OpenAPI 3.1 requires. Generators of clients need
 * the type of an enum, and read maps from `additionalProperties`. `isNames`: the keys are names of properties.
 */
export function inJsonSchema2020(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((part) => inJsonSchema2020(part))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => {
    const isData = !isNames && EXAMPLE_KEYS.has(key)
    return [key, isData ? part : inJsonSchema2020(part, !isNames && key === 'properties')] as const
  })
  if (isNames) return Object.fromEntries(entries)
  const { items, additionalItems, patternProperties, ...rest } = Object.fromEntries(entries)
  const isTuple = Array.isArray(items)
  const isMap = patternProperties !== undefined && ANY_NAME in patternProperties
  return {
    ...(Array.isArray(rest.enum) && !('type' in rest) && { type: typeOfEnum(rest.enum) }),
    ...rest,
    ...(isTuple ? { prefixItems: items, items: additionalItems } : items !== undefined && { items }),
    ...(isMap
      ? { additionalProperties: patternProperties[ANY_NAME] }
      : patternProperties !== undefined && { patternProperties }),
  }
}

const typeOfEnum = (values: readonly unknown[]): string =>
  values.every((value) => typeof value === 'string') ? 'string' : 'integer'
