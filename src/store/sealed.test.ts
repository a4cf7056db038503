import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checksum, seal, sealInHaste, unseal } from './sealed.ts'
import { StoreDamaged } from './store.ts'

const OWNER = ['workspace', Uint8Array.of(1, 2), 7, null]

describe('sealed bytes', () => {
  it.each([seal, sealInHaste])('come back as they were from %o', (sealing) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
        expect(Buffer.compare(unseal(sealing(bytes, OWNER), OWNER), bytes)).toBe(0)
      }),
    )
  })

  it.each([0, 1, 255, 256, 65_791, 65_792, 300_000])('come back in haste at %i bytes', (length) => {
    const bytes = Buffer.alloc(length, 'human ')
    expect(Buffer.compare(unseal(sealInHaste(bytes, OWNER), OWNER), bytes)).toBe(0)
  })

  it.each([seal, sealInHaste])('are refused when any one bit has changed, from %o', (sealing) => {
    const sealed = sealing(Buffer.from('what was said, what was said again'), OWNER)
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const rotten = Buffer.from(sealed)
      rotten[bit >> 3] = (rotten[bit >> 3] as number) ^ (1 << (bit & 7))
      expect(() => unseal(rotten, OWNER)).toThrow(StoreDamaged)
    }
  })

  it('are refused under another owner', () => {
    const sealed = seal('hello', OWNER)
    expect(() => unseal(sealed, ['workspace', Uint8Array.of(1, 2), 8, null])).toThrow(StoreDamaged)
    expect(() => unseal(sealed, ['workspace', Uint8Array.of(1, 3), 7, null])).toThrow(StoreDamaged)
  })

  it('are refused when they were cut', () => {
    const sealed = seal('hello', OWNER)
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal(sealed.subarray(0, length), OWNER)).toThrow(StoreDamaged)
    }
  })
})

describe('checksum', () => {
  it('tells null from its name, and a number from its text', () => {
    expect(checksum([null])).not.toBe(checksum(['null']))
    expect(checksum([1])).not.toBe(checksum(['1']))
  })

  it('continues from a seed', () => {
    expect(checksum(['b', 2], checksum(['a', 1]))).toBe(checksum(['a', 1, 'b', 2]))
  })
})
