import { describe, expect, it } from 'vitest'
import { readStoredResult, type StoredResult, writeStoredResult } from './stored_result.ts'
import { updateVerdict } from './update_verdict.ts'

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

describe('the updated verdict of a stored result', () => {
  it('is the same, byte for byte, where nothing changes', () => {
    expect(updateVerdict(result, {})).toBe(result)
    expect(updateVerdict(result, { reviewEffort: 1, copied: ['unknown'] })).toBe(result)
  })

  it('follows the setting of the survey', () => {
    const higher = updateVerdict(result, { reviewEffort: 3 })
    expect(verdictOf(higher)).toBe('review')
    expect(updateVerdict(higher, { reviewEffort: 1 })).toBe(result)
  })

  it('is for review if a later participant copied an answer', () => {
    const copied = updateVerdict(result, { copied: ['q2'] })
    expect(readStoredResult(copied)).toMatchObject({
      verdict: { verdict: 'review' },
      answers: [{ id: 'q1' }, { id: 'q2', copied: true }],
    })
    expect(updateVerdict(copied, { copied: ['q2'] })).toBe(copied)
  })
})
