import { describe, expect, it } from 'vitest'
import type { ExplainedCheck } from '../contract/survey.ts'
import { surveyVerdict } from './survey_verdict.ts'

const failed = (check: ExplainedCheck['check'], strength = 1): ExplainedCheck => ({
  check,
  result: 'Detected',
  strength,
  evidence: 'There is a reason.',
  spans: null,
})

describe('surveyVerdict', () => {
  it('keeps a participant without failed checks', () => {
    const clean = { ...failed('Automated test: GPT', 0), result: 'Not detected' as const }
    expect(surveyVerdict([clean, { ...clean, result: 'Unknown' }], false)).toEqual({
      verdict: 'keep',
      severity: 0,
    })
  })

  it('never keeps a participant when a check could not run', () => {
    expect(surveyVerdict([], true)).toEqual({ verdict: 'review', severity: 0 })
  })

  it('removes when a strong check is certain, and reviews when it is not', () => {
    expect(surveyVerdict([failed('Automated test: Gibberish')], false).verdict).toBe('remove')
    expect(surveyVerdict([failed('Automated test: Gibberish', 0.6)], false).verdict).toBe('review')
  })

  it('removes when checks of several kinds agree', () => {
    const together = [failed('Cross-duplicate response'), failed('Response pasted')]
    for (const alone of together) expect(surveyVerdict([alone], false).verdict).toBe('review')
    expect(surveyVerdict(together, false)).toEqual({ verdict: 'remove', severity: 0.8 })
  })

  it('counts checks of one kind, and the same check in several answers, once', () => {
    const entered = [failed('Response pasted'), failed('Partial pasting'), failed('Response pasted')]
    expect(surveyVerdict(entered, false)).toEqual({ verdict: 'review', severity: 0.5 })
  })

  it.each(['Low-effort', 'Response pasted', 'Automated test: Profane', 'Cross-duplicate response'] as const)(
    'never removes for %s alone',
    (check) => {
      expect(surveyVerdict([failed(check)], false).verdict).toBe('review')
    },
  )

  it('reviews a participant most of whose answers say almost nothing', () => {
    expect(surveyVerdict([], false, [true, true, false, null])).toEqual({ verdict: 'review', severity: 0.3 })
    expect(surveyVerdict([], false, [true, null])).toEqual({ verdict: 'review', severity: 0.3 })
  })

  it('keeps a participant if half of the answers say something, or none counts', () => {
    for (const minimal of [[true, false], [true, false, false], [null, null], []]) {
      expect(surveyVerdict([], false, minimal).verdict).toBe('keep')
    }
  })
})
