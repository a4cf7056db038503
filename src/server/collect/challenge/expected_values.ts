/**
 * The values that the release has for the fixed seeds, made by `tools/challenge/measure.ts` in real browsers. Only
 * digests: the values themselves cannot be copied from the file.
 */
import { hash } from 'node:crypto'
import expected from './expected_values.json' with { type: 'json' }
import type { EngineName } from './released_versions.ts'

/** Bytes of the digest of each part. Only the picture has a long digest: a forger must not guess it. */
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
  /** All names that `drawnBy` returns. */
  readonly groups: ReadonlySet<string>
  has(className: string): boolean
  /** The processor on which a browser of the class gives this value. Undefined: on none that was measured. */
  processorOf(className: string, part: ValuePart, seedIndex: number, value: string): string | undefined
  hasEngine(engine: EngineName): boolean
  /** The first measured class of the engine that draws this picture, and its processor. */
  drawnBy(engine: EngineName, seedIndex: number, picture: string): string | undefined
  /** Whether the engine was measured on this operating system, in any version. */
  hasSystem(engine: EngineName, system: string): boolean
}

/** The digests of all fixed seeds in base64, by class and processor. Firefox draws otherwise on other processors. */
export type ExpectedDigests = Readonly<Record<string, Readonly<Record<string, string>>>>

const groupName = (className: string, processor: string): string => `${className} ${processor}`

export function readExpectedValues(classes: ExpectedDigests): ExpectedValues {
  const measured = new Map(
    Object.entries(classes).map(([name, byProcessor]) => [
      name,
      Object.entries(byProcessor).map(([processor, text]) => ({
        processor,
        digests: Buffer.from(text, 'base64'),
      })),
    ]),
  )
  const classesOf = (engine: EngineName) =>
    [...measured.keys()].filter((className) => className.startsWith(`${engine} `))

  function processorOf(className: string, part: ValuePart, seedIndex: number, value: string) {
    const before = VALUE_PARTS.slice(0, VALUE_PARTS.indexOf(part))
    const from = before.reduce((sum, other) => sum + DIGEST_BYTES[other], seedIndex * ENTRY_BYTES)
    const digest = valueDigest(part, `f${seedIndex}`, value)
    return measured
      .get(className)
      ?.find(({ digests }) => digest.equals(digests.subarray(from, from + DIGEST_BYTES[part])))?.processor
  }

  const groups = [...measured].flatMap(([name, processors]) =>
    processors.map(({ processor }) => groupName(name, processor)),
  )

  return {
    groups: new Set(groups),
    has: (className) => measured.has(className),
    processorOf,
    hasEngine: (engine) => classesOf(engine).length > 0,
    hasSystem: (engine, system) => classesOf(engine).some((className) => className.endsWith(` ${system}`)),
    drawnBy(engine, seedIndex, picture) {
      for (const name of classesOf(engine)) {
        const processor = processorOf(name, 'canvas', seedIndex, picture)
        if (processor !== undefined) return groupName(name, processor)
      }
      return undefined
    },
  }
}

export const expectedValues: ExpectedValues = readExpectedValues(expected.classes)
