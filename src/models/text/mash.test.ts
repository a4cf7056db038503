import { describe, expect, it } from 'vitest'
import { mashEvidence, mashFeatures } from './mash.ts'

describe('mashEvidence', () => {
  it.each(['qwzxv', 'asdfjk', 'lkjhgf', 'xkxkxkxk'])('is positive for %s', (word) => {
    expect(mashEvidence(word, 'en')).toBeGreaterThan(0)
  })

  it.each(['neighbourhood', 'because', 'the', 'strengths'])('is negative for %s', (word) => {
    expect(mashEvidence(word, 'en')).toBeLessThan(0)
  })

  it('returns one feature per weight for every word', () => {
    const count = mashFeatures('a', 'en').length
    for (const word of ['ab', 'abcdef', 'neighbourhood']) expect(mashFeatures(word, 'en')).toHaveLength(count)
    expect(Number.isFinite(mashEvidence('a', 'en'))).toBe(true)
  })
})
