import { describe, expect, it } from 'vitest'
import type { ExplainedCheck } from '../../../contract/survey.ts'
import type { AnalysisRow } from '../../../store/surveys.ts'
import { explain } from './explanation.ts'
import { withThreshold } from './low_effort_threshold.ts'
import { resultBody } from './result_body.ts'
import { readStoredResult, writeStoredResult } from './stored_result.ts'

const result = (
  check: ExplainedCheck['check'],
  found: ExplainedCheck['result'],
  evidence = 'A reason.',
): ExplainedCheck => ({ check, result: found, strength: found === 'Detected' ? 1 : 0, evidence, spans: null })

/** q1 has effort 3, q2 is the name of a person, which the check does not rate, q3 has no check of effort. */
function analysis(given: Partial<AnalysisRow> = {}, pasted: ExplainedCheck['result'] = 'Not detected') {
  const answers = [
    [result('Low-effort', 'Not detected'), result('Response pasted', pasted)],
    [result('Low-effort', 'Unknown')],
    [result('Response pasted', 'Not detected')],
  ].map((results, at) => ({
    id: `q${at + 1}`,
    group: 1,
    later: false,
    similarity: 1,
    sketchDigest: '',
    rating: null,
    results,
  }))
  const isFlagged = pasted === 'Detected'
  const body = {
    error: false,
    flagged: isFlagged,
    num_checks_failed: isFlagged ? 1 : 0,
    response_groups: { q1: 1, q2: 1, q3: 1 },
    checks: { q1: isFlagged ? ['Response pasted'] : [], q2: [], q3: [] },
    effort_ratings: { q1: 3, q2: 2, q3: 1 },
    typing_url: '/app/typing/a',
    model: 'byhand-v021',
  }
  const row: AnalysisRow = {
    workspace: 'w',
    surveyId: 's',
    participantId: 'p',
    id: 'a',
    version: 'v021',
    analyzedAt: 5,
    flagged: isFlagged,
    rank: 0,
    request: '{}',
    deviceId: null,
    result: writeStoredResult({
      digest: 'd',
      analysis: '1',
      reviewEffort: 1,
      complete: true,
      body: JSON.stringify(body),
      verdict: isFlagged ? { verdict: 'review', severity: 0.5 } : { verdict: 'keep', severity: 0 },
      answers,
    }),
    ...given,
  }
  return row
}

describe('a stored analysis with another threshold of effort', () => {
  it('flags answers up to the threshold, in the body, the verdict and the reasons alike', () => {
    const shown = withThreshold(analysis(), 3)
    expect(shown.flagged).toBe(true)
    expect(resultBody(shown)).toMatchObject({
      flagged: true,
      num_checks_failed: 1,
      checks: { q1: ['Low-effort'], q2: [], q3: [] },
      effort_ratings: { q1: 3, q2: 2, q3: 1 },
    })
    expect(readStoredResult(shown.result).verdict).toEqual({ verdict: 'review', severity: 0.3 })
    expect(explain(shown).reasons).toEqual(['q1: Low-effort. Effort is rated 3 of 10 (threshold 3).'])
  })

  it('clears an answer above the threshold, and leaves other failed checks', () => {
    const low = withThreshold(analysis({}, 'Detected'), 9)
    expect(resultBody(low)).toMatchObject({
      num_checks_failed: 2,
      checks: { q1: ['Low-effort', 'Response pasted'] },
    })
    const high = withThreshold(low, 2)
    expect(high.flagged).toBe(true)
    expect(resultBody(high)).toMatchObject({ num_checks_failed: 1, checks: { q1: ['Response pasted'] } })
    expect(withThreshold(withThreshold(analysis(), 9), 0).flagged).toBe(false)
  })

  it('stays as it is without a threshold, and in version v012, which has no ratings', () => {
    const row = analysis()
    expect(withThreshold(row, undefined)).toBe(row)
    const old = analysis({ version: 'v012' })
    expect(withThreshold(old, 10)).toBe(old)
  })

  it('keeps the rest of the stored result', () => {
    const row = analysis()
    const { answers: _, verdict: __, body: ___, ...rest } = readStoredResult(withThreshold(row, 10).result)
    expect(rest).toEqual({ digest: 'd', analysis: '1', reviewEffort: 1, complete: true })
  })
})
