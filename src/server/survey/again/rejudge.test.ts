import { describe, expect, it } from 'vitest'
import { readStoredResult, type StoredResult, writeStoredResult } from '../result/stored_result.ts'
import { rejudged } from './rejudge.ts'

const answer = (id: string, rating: number) => ({
  id,
  group: 1,
  later: false,
  similarity: 1,
  sketchDigest: 's',
  rating,
  results: [],
})
const stored: StoredResult = {
  digest: 'd',
  analysis: '2',
  reviewEffort: 1,
  complete: true,
  body: '{"error":false}',
  verdict: { verdict: 'keep', severity: 0 },
  answers: [answer('q1', 3), answer('q2', 3)],
}
const result = writeStoredResult(stored)
const verdictOf = (text: string) => readStoredResult(text).verdict.verdict

describe('a stored result that is judged again', () => {
  it('is the same, byte for byte, where nothing changes', () => {
    expect(rejudged(result, {})).toBe(result)
    expect(rejudged(result, { reviewEffort: 1, copied: ['unknown'] })).toBe(result)
  })

  it('follows the setting of the survey', () => {
    const higher = rejudged(result, { reviewEffort: 3 })
    expect(verdictOf(higher)).toBe('review')
    expect(rejudged(higher, { reviewEffort: 1 })).toBe(result)
  })

  it('is for review if a later participant copied an answer', () => {
    const copied = rejudged(result, { copied: ['q2'] })
    expect(readStoredResult(copied)).toMatchObject({
      verdict: { verdict: 'review' },
      answers: [{ id: 'q1' }, { id: 'q2', copied: true }],
    })
    expect(rejudged(copied, { copied: ['q2'] })).toBe(copied)
  })
})
