import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RangeMap, rangeMapWriter, valueAt } from './ranges.ts'

const words = (...list: number[]) => Uint32Array.from(list)

describe('range map', () => {
  it('returns the value from the first to the last address of a range only', () => {
    const writer = rangeMapWriter()
    writer.add4(10, 19, 7)
    writer.add4(30, 30, 8)
    const map = writer.finish()
    expect([9, 10, 19, 20, 29, 30, 31].map((address) => valueAt(map, address))).toEqual([0, 7, 7, 0, 0, 8, 0])
  })

  it('reaches the ends of both address spaces', () => {
    const writer = rangeMapWriter()
    const last = words(0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff)
    writer.add4(0, 0, 1)
    writer.add4(0xffffffff, 0xffffffff, 2)
    writer.add6(words(0, 0, 0, 0), words(0, 0, 0, 0), 3)
    writer.add6(last, last, 4)
    const map = writer.finish()
    expect([0, 1, 0xfffffffe, 0xffffffff].map((address) => valueAt(map, address))).toEqual([1, 0, 0, 2])
    expect(valueAt(map, words(0, 0, 0, 0))).toBe(3)
    expect(valueAt(map, words(0, 0, 0, 1))).toBe(0)
    expect(valueAt(map, last)).toBe(4)
  })

  it('carries across words', () => {
    const writer = rangeMapWriter()
    writer.add6(words(1, 0, 0, 0), words(1, 0xffffffff, 0xffffffff, 0xffffffff), 5)
    const map = writer.finish()
    expect(valueAt(map, words(1, 0xffffffff, 0, 9))).toBe(5)
    expect(valueAt(map, words(2, 0, 0, 0))).toBe(0)
  })

  it('merges neighbors of equal value', () => {
    const writer = rangeMapWriter()
    writer.add4(0, 9, 1)
    writer.add4(10, 19, 1)
    expect(writer.finish().starts4).toHaveLength(2)
  })

  it('prefers the earlier of two overlapping ranges', () => {
    const writer = rangeMapWriter()
    writer.add4(0, 9, 1)
    writer.add4(5, 14, 2)
    writer.add4(6, 8, 3)
    const map = writer.finish()
    expect([4, 9, 10, 14, 15].map((address) => valueAt(map, address))).toEqual([1, 1, 2, 2, 0])
  })

  it('rejects ranges that do not ascend', () => {
    const writer = rangeMapWriter()
    writer.add4(10, 20, 1)
    expect(() => writer.add4(9, 30, 1)).toThrow('ascending')
    expect(() => writer.add4(40, 39, 1)).toThrow('ascending')
  })

  it('returns 0 if it is empty', () => {
    const map = rangeMapWriter().finish()
    expect(valueAt(map, 1)).toBe(0)
    expect(valueAt(map, words(0, 0, 0, 1))).toBe(0)
  })

  it('agrees with a linear search, for both families', () => {
    const spans = fc.array(fc.tuple(fc.nat(300), fc.nat(12), fc.integer({ min: 1, max: 3 })), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(spans, (made) => {
        const sorted = made.sort((a, b) => a[0] - b[0])
        const writer = rangeMapWriter()
        for (const [start, length, value] of sorted) {
          writer.add4(start, start + length, value)
          writer.add6(wide(start), wide(start + length), value)
        }
        const map: RangeMap = writer.finish()
        for (let address = 0; address < 320; address++) {
          const expected = plain(sorted, address)
          expect(valueAt(map, address)).toBe(expected)
          expect(valueAt(map, wide(address))).toBe(expected)
        }
      }),
    )
  })
})

/** Spread over two words, to test the carry. */
const wide = (address: number) => words(0x20010000, 0, address >>> 5, ((address & 31) << 27) >>> 0)

function plain(spans: readonly (readonly [number, number, number])[], address: number): number {
  let next = -1
  for (const [start, length, value] of spans) {
    const from = Math.max(start, next)
    if (address >= from && address <= start + length) return value
    next = Math.max(next, start + length + 1)
  }
  return 0
}
