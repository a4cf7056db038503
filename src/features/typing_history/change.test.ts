import { describe, expect, it } from 'vitest'
import { changeBetween } from './change.ts'

describe('changeBetween', () => {
  it.each([
    ['', 'a', [0, 0, 'a']],
    ['ab', 'abc', [2, 0, 'c']],
    ['abc', 'ab', [2, 1, '']],
    ['abc', 'axc', [1, 1, 'x']],
    ['abc', 'abxc', [2, 0, 'x']],
    ['abc', '', [0, 3, '']],
    ['abc', 'abc', [3, 0, '']],
    // Of several places for a repeated letter, the last one.
    ['aa', 'aaa', [2, 0, 'a']],
    ['aba', 'aa', [1, 1, '']],
  ])('%j to %j', (before, after, change) => {
    expect(changeBetween(before, after)).toEqual(change)
  })

  it('turns the one text into the other', () => {
    const texts = ['', 'a', 'ab', 'ba', 'aab', 'abab', 'babba', 'b🙂a', '🙃']
    for (const before of texts) {
      for (const after of texts) {
        const [position, removed, inserted] = changeBetween(before, after)
        expect(before.slice(0, position) + inserted + before.slice(position + removed)).toBe(after)
      }
    }
  })
})
