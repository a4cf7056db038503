import { describe, expect, it } from 'vitest'
import { type ComparedAnswer, crossDuplicate } from './cross_duplicate.ts'

const standing = (overrides: Partial<ComparedAnswer> = {}): ComparedAnswer => ({
  empty: false,
  weight: 80,
  simple: false,
  exemptsSimple: false,
  later: true,
  similarity: 1,
  surprise: 90,
  ...overrides,
})
const result = (overrides: Partial<ComparedAnswer> = {}) => crossDuplicate.run(standing(overrides)).result

describe('Cross-duplicate response', () => {
  it('detects the second answer but not the first', () => {
    expect(result()).toBe('Detected')
    expect(result({ later: false })).toBe('Not detected')
  })

  it('needs twenty characters', () => {
    expect(result({ weight: 20 })).toBe('Detected')
    expect(result({ weight: 19 })).toBe('Not detected')
  })

  it('needs a surprising answer: more so if it is only similar', () => {
    expect(result({ surprise: 24 })).toBe('Detected')
    expect(result({ surprise: 23 })).toBe('Not detected')
    expect(result({ similarity: 0.8, surprise: 32 })).toBe('Detected')
    expect(result({ similarity: 0.8, surprise: 31 })).toBe('Not detected')
    expect(result({ similarity: 0.7, surprise: 45 })).toBe('Detected')
    expect(result({ similarity: 0.7, surprise: 44 })).toBe('Not detected')
    expect(result({ surprise: null })).toBe('Detected')
  })

  it('exempts simple answers in v012', () => {
    expect(result({ simple: true })).toBe('Detected')
    expect(result({ simple: true, exemptsSimple: true })).toBe('Not detected')
  })

  it('is unknown for an empty answer and for one that was not compared', () => {
    expect(result({ empty: true })).toBe('Unknown')
    expect(result({ later: null })).toBe('Unknown')
  })
})
