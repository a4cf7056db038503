import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from './json.ts'

/** Includes lone surrogates and characters that must be escaped. */
const codeUnit = fc
  .oneof(
    fc.integer({ min: 0, max: 0xffff }),
    fc.integer({ min: 0, max: 0x9f }),
    fc.integer({ min: 0xd800, max: 0xdfff }),
  )
  .map((code) => String.fromCharCode(code))

describe('stringify', () => {
  it('writes JSON that JSON.parse restores', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = stringify(value as never)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('writes valid Unicode without line breaks', () => {
    fc.assert(
      fc.property(fc.string({ unit: codeUnit }), (text) => {
        const written = stringify(text)
        expect(written).not.toContain('\n')
        expect(JSON.parse(written)).toBe(text.toWellFormed())
      }),
    )
  })

  it('ignores toJSON on prototypes', () => {
    const poisoned = [Array.prototype, String.prototype, Object.prototype] as { toJSON?: () => string }[]
    for (const prototype of poisoned) {
      Object.defineProperty(prototype, 'toJSON', { value: () => 'poison', configurable: true })
    }
    try {
      expect(stringify({ rows: [[1, 2]], names: ['a'] })).toBe('{"rows":[[1,2]],"names":["a"]}')
    } finally {
      for (const prototype of poisoned) delete prototype.toJSON
    }
  })

  it('omits undefined members and writes NaN as null', () => {
    expect(stringify({ a: undefined, b: Number.NaN, c: Number.POSITIVE_INFINITY, d: -0.5 })).toBe(
      '{"b":null,"c":null,"d":-0.5}',
    )
  })
})
