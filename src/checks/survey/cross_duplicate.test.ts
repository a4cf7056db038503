import { describe, expect, it } from 'vitest'
import { crossDuplicate, type Standing } from './cross_duplicate.ts'

const standing = (overrides: Partial<Standing> = {}): Standing => ({
  empty: false,
  weight: 80,
  simple: false,
  exemptsSimple: false,
  later: true,
  ...overrides,
})
const result = (overrides: Partial<Standing> = {}) => crossDuplicate.run(standing(overrides)).result

describe('Cross-duplicate response', () => {
  it('detects whoever came second, and not whoever came first', () => {
    expect(result()).toBe('Detected')
    expect(result({ later: false })).toBe('Not detected')
  })

  it('speaks from twenty characters on', () => {
    expect(result({ weight: 20 })).toBe('Detected')
    expect(result({ weight: 19 })).toBe('Not detected')
  })

  it('lets simple answers pass where the version says so', () => {
    expect(result({ simple: true })).toBe('Detected')
    expect(result({ simple: true, exemptsSimple: true })).toBe('Not detected')
  })

  it('stays silent on an empty answer and on one that was not compared', () => {
    expect(result({ empty: true })).toBe('Unknown')
    expect(result({ later: null })).toBe('Unknown')
  })
})
