import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checksum, seal, sealFast, unseal } from './sealed.ts'
import { StoreDamaged } from './store.ts'

const OWNER = ['workspace', Uint8Array.of(1, 2), 7, null]

describe('sealed bytes', () => {
  it.each([seal, sealFast])('unseal to the original after %o', (sealing) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
        expect(Buffer.compare(unseal(sealing(bytes, OWNER), OWNER), bytes)).toBe(0)
      }),
    )
  })

  it.each([0, 1, 255, 256, 65_791, 65_792, 300_000])(
    'unseal to the original after sealFast at %i bytes',
    (length) => {
      const bytes = Buffer.alloc(length, 'human ')
      expect(Buffer.compare(unseal(sealFast(bytes, OWNER), OWNER), bytes)).toBe(0)
    },
  )

  it.each([seal, sealFast])('throw on any flipped bit, after %o', (sealing) => {
    const sealed = sealing(Buffer.from('some text, and some text again'), OWNER)
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const damaged = Buffer.from(sealed)
      damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7))
      expect(() => unseal(damaged, OWNER)).toThrow(StoreDamaged)
    }
  })

  it('throw under another owner', () => {
    const sealed = seal('hello', OWNER)
    expect(() => unseal(sealed, ['workspace', Uint8Array.of(1, 2), 8, null])).toThrow(StoreDamaged)
    expect(() => unseal(sealed, ['workspace', Uint8Array.of(1, 3), 7, null])).toThrow(StoreDamaged)
  })

  it('throw when truncated', () => {
    const sealed = seal('hello', OWNER)
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal(sealed.subarray(0, length), OWNER)).toThrow(StoreDamaged)
    }
  })
})

describe('checksum', () => {
  it('differs for null and "null", and for a number and its text', () => {
    expect(checksum([null])).not.toBe(checksum(['null']))
    expect(checksum([1])).not.toBe(checksum(['1']))
  })

  it('continues from a seed', () => {
    expect(checksum(['b', 2], checksum(['a', 1]))).toBe(checksum(['a', 1, 'b', 2]))
  })
})
