import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StoreDamaged } from '../errors.ts'
import { checksum, type Plain, seal, sealFast, sealSmall, unseal, unsealSmall } from './sealed.ts'

const OWNER = ['workspace', Uint8Array.of(1, 2), 7, null]
const DICTIONARY = Buffer.from('some text that many blobs contain')

const WAYS: readonly (readonly [
  name: string,
  seal: (bytes: Uint8Array, owner: readonly Plain[]) => Buffer,
  unseal: (sealed: Uint8Array, owner: readonly Plain[]) => Buffer,
])[] = [
  ['seal', seal, unseal],
  [
    'sealSmall',
    (bytes, owner) => sealSmall(bytes, owner, DICTIONARY),
    (sealed, owner) => unsealSmall(sealed, owner, DICTIONARY),
  ],
  [
    'sealFast',
    (bytes, owner) => sealFast(bytes, owner, () => DICTIONARY),
    (sealed, owner) => unsealSmall(sealed, owner, DICTIONARY),
  ],
]

describe.each(WAYS)('sealed bytes, after %s', (_, sealing, unsealing) => {
  it('unseal to the original', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
        expect(Buffer.compare(unsealing(sealing(bytes, OWNER), OWNER), bytes)).toBe(0)
      }),
    )
  })

  it.each([0, 1, 255, 256, 65_535, 65_536, 300_000])('unseal to the original of %i bytes', (length) => {
    const bytes = Buffer.alloc(length, 'human ')
    expect(Buffer.compare(unsealing(sealing(bytes, OWNER), OWNER), bytes)).toBe(0)
  })

  it('throw on any flipped bit', () => {
    const sealed = sealing(Buffer.from('some text, and some text again'), OWNER)
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const damaged = Buffer.from(sealed)
      damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7))
      expect(() => unsealing(damaged, OWNER)).toThrow(StoreDamaged)
    }
  })

  it('throw under another owner', () => {
    const sealed = sealing(Buffer.from('hello'), OWNER)
    expect(() => unsealing(sealed, ['workspace', Uint8Array.of(1, 2), 8, null])).toThrow(StoreDamaged)
    expect(() => unsealing(sealed, ['workspace', Uint8Array.of(1, 3), 7, null])).toThrow(StoreDamaged)
  })

  it('throw when truncated', () => {
    const sealed = sealing(Buffer.from('hello'), OWNER)
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unsealing(sealed.subarray(0, length), OWNER)).toThrow(StoreDamaged)
    }
  })
})

it('a dictionary saves the text that it contains', () => {
  const text = DICTIONARY.subarray(2)
  expect(sealSmall(text, OWNER, DICTIONARY).length).toBeLessThan(12)
  expect(seal(text, OWNER).length).toBeGreaterThan(30)
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
