import { describe, expect, it } from 'vitest'
import { keyDistance } from './keyboard.ts'

describe('keyDistance', () => {
  it('is the same both ways, nothing for one key and about one for neighbours', () => {
    expect(keyDistance('a', 'a')).toBe(0)
    expect(keyDistance('a', 's')).toBe(1)
    expect(keyDistance('s', 'a')).toBe(keyDistance('a', 's'))
    expect(keyDistance('q', 'p')).toBeGreaterThan(5)
  })

  it('takes letters that are not on the board for far', () => {
    expect(keyDistance('a', 'ß')).toBe(3)
  })
})
