import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packId, unpackId } from './packed_id.ts'

describe('packed ids', () => {
  it('unpack to the original', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'AZaz09-_'), maxLength: 30 })
    const any = fc.string({ unit: 'binary', maxLength: 30 }).map((id) => id.toWellFormed())
    fc.assert(
      fc.property(fc.oneof(letters, any), (id) => {
        expect(unpackId(packId(id))).toBe(id)
      }),
    )
  })

  it('take 17 bytes for 128 random bits', () => {
    expect(packId('AAAAAAAAAAAAAAAAAAAAAA')).toHaveLength(17)
  })

  it('are equal only for equal ids', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ABQgw'), minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        expect(packId(one).equals(packId(other))).toBe(one === other)
      }),
    )
  })
})
