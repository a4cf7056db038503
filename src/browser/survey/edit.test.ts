import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applySplice, spliceBetween } from './edit.ts'

describe('spliceBetween', () => {
  it('turns any text into any other, for any caret', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é'), maxLength: 30 })
    fc.assert(
      fc.property(text, text, fc.integer({ min: -1, max: 40 }), (before, after, caret) => {
        expect(applySplice(before, spliceBetween(before, after, caret))).toBe(after)
      }),
    )
  })

  it('identifies which of several equal letters was typed', () => {
    expect(spliceBetween('aaaa', 'aaaaa', 2)).toEqual({ at: 1, removedChars: 0, inserted: 'a' })
    expect(spliceBetween('aaaa', 'aaaaa', 5)).toEqual({ at: 4, removedChars: 0, inserted: 'a' })
  })

  it('distinguishes forward from backward deletion', () => {
    expect(spliceBetween('abab', 'ab', 2)).toEqual({ at: 2, removedChars: 2, inserted: '' })
    expect(spliceBetween('abab', 'ab', 0)).toEqual({ at: 0, removedChars: 2, inserted: '' })
  })

  it('is small when a script replaces most of a text', () => {
    expect(spliceBetween('one two three', 'one 2 three', -1)).toEqual({
      at: 4,
      removedChars: 3,
      inserted: '2',
    })
  })
})
