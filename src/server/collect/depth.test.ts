import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDeeperThan } from './depth.ts'

const deeper = (json: string, most: number) => isDeeperThan(Buffer.from(json), most)

/** The reference implementation. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

describe('isDeeperThan', () => {
  it('agrees with the parsed value for any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (json) => {
        const depth = depthOf(JSON.parse(json))
        expect(deeper(json, depth)).toBe(false)
        if (depth > 0) expect(deeper(json, depth - 1)).toBe(true)
      }),
    )
  })

  it('ignores brackets in strings, and quotes that are escaped', () => {
    expect(deeper('["[[[[[\\"[[[[", "\\\\"]', 1)).toBe(false)
    expect(deeper('["\\\\",[[[', 3)).toBe(true)
  })

  it('accepts input that is not JSON', () => {
    for (const text of ['"', '"\\', ']]]]', '{"a', '']) expect(deeper(text, 1)).toBe(false)
  })
})
