import { describe, expect, it } from 'vitest'
import { mashEvidence, mashFeatures } from './mash.ts'

describe('mashEvidence', () => {
  it.each(['qwzxv', 'asdfjk', 'lkjhgf', 'xkxkxkxk'])('speaks for mashing in %s', (word) => {
    expect(mashEvidence(word, 'en')).toBeGreaterThan(0)
  })

  it.each(['neighbourhood', 'because', 'the', 'strengths'])('speaks for a word in %s', (word) => {
    expect(mashEvidence(word, 'en')).toBeLessThan(0)
  })

  it('gives as many features for every word as there are weights', () => {
    const count = mashFeatures('a', 'en').length
    for (const word of ['ab', 'abcdef', 'neighbourhood']) expect(mashFeatures(word, 'en')).toHaveLength(count)
    expect(Number.isFinite(mashEvidence('a', 'en'))).toBe(true)
  })
})
