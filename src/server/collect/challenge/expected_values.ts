/**
 * The values that the release has for the fixed seeds, made by `tools/challenge/measure.ts` in real browsers. Only
 * digests: the values themselves cannot be copied from the file.
 */
import { hash } from 'node:crypto'
import expected from './expected_values.json' with { type: 'json' }

/** Bytes of the digest of each part. The picture alone is worth guessing. */
export const DIGEST_BYTES = { canvas: 8, numbers: 2, math: 2 } as const
export type ValuePart = keyof typeof DIGEST_BYTES
export const VALUE_PARTS: readonly ValuePart[] = ['canvas', 'numbers', 'math']

const ENTRY_BYTES = VALUE_PARTS.reduce((sum, part) => sum + DIGEST_BYTES[part], 0)

export function valueDigest(part: ValuePart, seed: string, value: string): Buffer {
  return hash('sha256', `byhand challenge\n${part}\n${seed}\n${value}`, 'buffer').subarray(
    0,
    DIGEST_BYTES[part],
  )
}

/** The digests of all parts for one seed of the fixed pool. */
export const digestEntry = (seed: string, values: Readonly<Record<ValuePart, string>>): Buffer =>
  Buffer.concat(VALUE_PARTS.map((part) => valueDigest(part, seed, values[part])))

export interface ExpectedValues {
  has(className: string): boolean
  /** Undefined: no values for this class. */
  matches(className: string, part: ValuePart, seedIndex: number, value: string): boolean | undefined
}

/** `entries`: by class, the digests of all fixed seeds in base64. */
export function readExpectedValues(entries: Readonly<Record<string, string>>): ExpectedValues {
  const classes = new Map(
    Object.entries(entries).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const),
  )
  return {
    has: (className) => classes.has(className),
    matches(className, part, seedIndex, value) {
      const digests = classes.get(className)
      if (digests === undefined) return undefined
      const before = VALUE_PARTS.slice(0, VALUE_PARTS.indexOf(part))
      const from = before.reduce((sum, other) => sum + DIGEST_BYTES[other], seedIndex * ENTRY_BYTES)
      return valueDigest(part, `f${seedIndex}`, value).equals(
        digests.subarray(from, from + DIGEST_BYTES[part]),
      )
    },
  }
}

export const expectedValues: ExpectedValues = readExpectedValues(expected.classes)
