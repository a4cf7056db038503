/** Keeps the document small: responses and parameters that several operations have become components. */
import type { OperationEntry, Reference } from './operation_object.ts'

/** `name`: of the component, unless another one has the name; then it is `other`. */
interface Place {
  readonly kind: 'parameters' | 'responses'
  readonly name: string
  readonly other: string
  readonly replace: (reference: Reference) => void
}

/** Replaces the parts of the operations with references, and returns the components. */
export function shareParts(operations: readonly OperationEntry[]) {
  const places = new Map<string, Place[]>()
  function add(part: object, place: Place): void {
    const text = JSON.stringify(part)
    const known = places.get(text)
    if (known) known.push(place)
    else places.set(text, [place])
  }
  for (const { operationId, parameters = [], responses } of operations) {
    for (const [index, part] of parameters.entries()) {
      if ('$ref' in part) continue
      const { name } = part
      const replace = (reference: Reference) => parameters.splice(index, 1, reference)
      add(part, { kind: 'parameters', name, other: `${name}.${operationId}`, replace })
    }
    for (const [status, part] of Object.entries(responses)) {
      if ('$ref' in part) continue
      const replace = (reference: Reference) => Object.assign(responses, { [status]: reference })
      add(part, { kind: 'responses', name: operationId, other: status, replace })
    }
  }

  const components: Record<Place['kind'], Record<string, unknown>> = { parameters: {}, responses: {} }
  for (const [text, [first, ...others]] of places) {
    if (first === undefined || others.length === 0) continue
    const { kind, name, other } = first
    const own = name in components[kind] ? other : name
    components[kind][own] = JSON.parse(text)
    for (const { replace } of [first, ...others]) replace({ $ref: `#/components/${kind}/${own}` })
  }
  return components
}
