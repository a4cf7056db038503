import { describe, expect, it } from 'vitest'
import { reasonsFor } from './explanation.ts'
import { readStoredResult, type StoredResult, writeStoredResult } from './stored_result.ts'

const stored: StoredResult = {
  digest: 'd',
  analysis: '2',
  reviewEffort: 1,
  complete: true,
  body: '{"error":false,"flagged":true}',
  verdict: { verdict: 'review', severity: 0.27 },
  answers: [
    {
      id: 'q1',
      group: 1,
      later: false,
      similarity: 1,
      sketchDigest: 's',
      rating: null,
      results: [
        {
          check: 'Automated test: Profane',
          result: 'Detected',
          strength: 0.67,
          evidence: 'The answer contains 1 profane word.',
          spans: [{ start: 3, end: 7 }],
        },
        {
          check: 'Response pasted',
          result: 'Unknown',
          strength: 0,
          evidence: 'No typing was recorded.',
          spans: null,
        },
      ],
    },
  ],
}

describe('a stored result', () => {
  it('is read as it was written', () => {
    expect(readStoredResult(writeStoredResult(stored))).toEqual(stored)
  })

  it('of another format is rejected', () => {
    expect(() => readStoredResult('{"format":9}')).toThrow('format 9')
  })
})

describe('reasonsFor', () => {
  it('is empty for keep', () => {
    expect(reasonsFor({ ...stored, verdict: { verdict: 'keep', severity: 0 }, answers: [] })).toEqual([])
  })

  it('names the question, the check and the evidence', () => {
    expect(reasonsFor(stored)).toEqual(['q1: Automated test: Profane. The answer contains 1 profane word.'])
  })

  it('is the warning when a check could not run and none failed', () => {
    const body = '{"error":true,"warning":"The checks could not run on these answers."}'
    expect(reasonsFor({ ...stored, body, answers: [] })).toEqual([
      'The checks could not run on these answers.',
    ])
  })
})
