import { describe, expect, it } from 'vitest'
import { explain, reasonsFor } from './explanation.ts'
import { readStoredResult, type StoredResult, writeStoredResult } from './stored_result.ts'

const stored: StoredResult = {
  digest: 'd',
  analysis: '2',
  complete: true,
  body: '{"error":false,"flagged":true}',
  verdict: { verdict: 'review', severity: 0.27 },
  answers: [
    {
      id: 'q1',
      group: 1,
      later: false,
      sketchDigest: 's',
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

  it('of another format is refused', () => {
    expect(() => readStoredResult('{"format":9}')).toThrow('format 9')
  })
})

describe('a result of version 0.1.0', () => {
  const old = (body: object, answers: object[]) =>
    JSON.stringify({
      format: 1,
      digest: 'd',
      analysis: '1',
      complete: true,
      body: JSON.stringify(body),
      answers,
    })

  it('is explained by its failed checks and their sentences', () => {
    const text = old(
      { error: false, checks: { q1: ['Automated test: GPT', 'Cross-duplicate response'], q2: [] } },
      [
        { id: 'q1', group: 1, later: true, sketchDigest: '', evidence: ['Automated test: GPT: By style.'] },
        { id: 'q2', group: 0, later: false, sketchDigest: '', evidence: [] },
      ],
    )
    const { verdict, explanation } = explain({ version: 'v021', analyzedAt: 1, result: text })
    expect(verdict).toBe('remove')
    expect(explanation.q1).toHaveLength(11)
    expect(explanation.q1?.find(({ check }) => check === 'Automated test: GPT')).toMatchObject({
      result: 'Detected',
      evidence: 'By style.',
    })
    expect(explanation.q1?.filter(({ result }) => result === 'Detected')).toHaveLength(2)
    expect(explanation.q2?.every(({ result }) => result === 'Unknown')).toBe(true)
  })

  it('names a check of v012 at the answers that it concerns', () => {
    const text = old({ error: false, checks: ['Cross-duplicate response', 'Text chunking'] }, [
      { id: 'q1', group: 1, later: true, sketchDigest: '', evidence: [] },
      { id: 'q2', group: 1, later: false, sketchDigest: '', evidence: ['Text chunking: In pieces.'] },
    ])
    const names = readStoredResult(text).answers.map(({ results }) => results.map(({ check }) => check))
    expect(names).toEqual([['Cross-duplicate response'], ['Text chunking']])
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
