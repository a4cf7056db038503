import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockSet } from './block_set.ts'
import { valueAt } from './ranges.ts'

const wide = (address: number) =>
  Uint32Array.from([0x20010db8, address >>> 4, ((address & 15) << 28) >>> 0, 0])

describe('blockSet', () => {
  it('agrees with a linear search, for any order and overlap of blocks', () => {
    const blocks = fc.array(fc.tuple(fc.nat(120), fc.nat(20)), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(blocks, (made) => {
        const set = blockSet()
        for (const [start, length] of made) {
          set.add4(start, start + length)
          set.add6(wide(start), wide(start + length))
        }
        const { ranges, ipv4 } = set.finish()
        let covered = 0
        for (let address = 0; address < 150; address++) {
          const isIn = made.some(([start, length]) => address >= start && address <= start + length)
          if (isIn) covered++
          expect(valueAt(ranges, address)).toBe(isIn ? 1 : 0)
          expect(valueAt(ranges, wide(address))).toBe(isIn ? 1 : 0)
        }
        expect(ipv4 * 2 ** 32).toBe(covered)
      }),
      { numRuns: 50 },
    )
  })

  it('grows beyond its initial capacity', () => {
    const set = blockSet()
    for (let at = 0; at < 5_000; at++) set.add6(wide(at * 2), wide(at * 2))
    expect(set.size).toBe(5_000)
    const { ranges } = set.finish()
    expect(valueAt(ranges, wide(9_998))).toBe(1)
    expect(valueAt(ranges, wide(9_997))).toBe(0)
  })

  it('returns the share of each address family that it covers', () => {
    const set = blockSet()
    set.add4(0, 2 ** 30 - 1)
    set.add6(Uint32Array.from([0x20000000, 0, 0, 0]), Uint32Array.from([0x2fffffff, ~0, ~0, ~0]))
    const { ipv4, ipv6 } = set.finish()
    expect(ipv4).toBe(0.25)
    expect(ipv6).toBeCloseTo(0.5)
  })
})
