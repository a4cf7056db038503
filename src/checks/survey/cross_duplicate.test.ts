import { describe, expect, it } from 'vitest'
import { type ComparedAnswer, crossDuplicate, isCopied } from './cross_duplicate.ts'

const standing = (overrides: Partial<ComparedAnswer> = {}): ComparedAnswer => ({
  empty: false,
  weight: 80,
  simple: false,
  exemptsSimple: false,
  shared: true,
  later: true,
  similarity: 1,
  isNearCopy: true,
  members: 2,
  copies: 1,
  surprise: 90,
  ...overrides,
})
const result = (overrides: Partial<ComparedAnswer> = {}) => crossDuplicate.run(standing(overrides)).result

describe('Cross-duplicate response', () => {
  it('detects the second answer but not the first', () => {
    expect(result()).toBe('Detected')
    expect(result({ later: false })).toBe('Not detected')
  })

  it('is certain in a group of five, and for two answers of the participant', () => {
    const outcome = (overrides: Partial<ComparedAnswer>) => crossDuplicate.run(standing(overrides))
    for (const weak of [{}, { members: 4 }]) expect(outcome(weak)).toMatchObject({ strength: 0.75 })
    expect(outcome({ members: 5 })).toEqual({
      result: 'Detected',
      strength: 1,
      evidence: '4 other participants gave a similar answer.',
    })
    expect(outcome({ copies: 2 })).toMatchObject({ strength: 1 })
    expect(outcome({ members: 9, copies: 2, later: false }).result).toBe('Not detected')
    expect(outcome({ members: 9, copies: 2, surprise: 23 }).result).toBe('Not detected')
  })

  it('needs twenty characters', () => {
    expect(result({ weight: 20 })).toBe('Detected')
    expect(result({ weight: 19 })).toBe('Not detected')
  })

  it('needs a surprising answer: more so if it is only similar', () => {
    expect(result({ surprise: 24 })).toBe('Detected')
    expect(result({ surprise: 23 })).toBe('Not detected')
    expect(result({ similarity: 0.6, surprise: 27 })).toBe('Detected')
    expect(result({ similarity: 0.6, surprise: 26 })).toBe('Not detected')
    expect(result({ similarity: 0.6, isNearCopy: false, surprise: 40 })).toBe('Detected')
    expect(result({ similarity: 0.6, isNearCopy: false, surprise: 39 })).toBe('Not detected')
    expect(result({ surprise: null })).toBe('Detected')
  })

  it('exempts simple answers in v012', () => {
    expect(result({ simple: true })).toBe('Detected')
    expect(result({ simple: true, exemptsSimple: true })).toBe('Not detected')
  })

  it('is unknown for an empty answer and for one that was not compared', () => {
    expect(result({ empty: true })).toBe('Unknown')
    expect(result({ shared: null })).toBe('Unknown')
  })

  it('names the first of a group of copies, and nobody else', () => {
    const first = standing({ later: false })
    expect(isCopied(first)).toBe(true)
    expect(crossDuplicate.run(first)).toMatchObject({
      result: 'Not detected',
      evidence: 'A later participant gave a similar answer. This one was the first.',
    })
    for (const other of [{ later: true }, { shared: false }, { surprise: 23 }, { weight: 19 }]) {
      expect(isCopied(standing({ later: false, ...other }))).toBe(false)
    }
    expect(isCopied(standing({ later: false, simple: true, exemptsSimple: true }))).toBe(false)
  })
})
