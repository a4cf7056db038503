import { describe, expect, it } from 'vitest'
import { keyDistance } from './keyboard.ts'

describe('keyDistance', () => {
  it('is symmetric, 0 for the same key and about 1 for neighbors', () => {
    expect(keyDistance('a', 'a')).toBe(0)
    expect(keyDistance('a', 's')).toBe(1)
    expect(keyDistance('s', 'a')).toBe(keyDistance('a', 's'))
    expect(keyDistance('q', 'p')).toBeGreaterThan(5)
  })

  it('is large for letters that are not on the keyboard', () => {
    expect(keyDistance('a', 'ß')).toBe(3)
  })
})
