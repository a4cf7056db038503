import { describe, expect, it } from 'vitest'
import type { ExplainedCheck } from '../contract/survey.ts'
import { hintsIn, type JudgedAnswer, surveyVerdict as judge } from './survey_verdict.ts'

const failed = (check: ExplainedCheck['check'], strength = 1): ExplainedCheck => ({
  check,
  result: 'Detected',
  strength,
  evidence: 'There is a reason.',
  spans: null,
})

/** Of one copied answer, and of one phrase of a chat. */
const ONE_COPY = 0.75
const ONE_TRACE = 0.65

const surveyVerdict = (results: readonly ExplainedCheck[], error: boolean) =>
  judge([{ id: 'q1', results, rating: null }], error)

/** Answers that fail no check. */
const rated = (...ratings: readonly (number | null)[]): JudgedAnswer[] =>
  ratings.map((rating, at) => ({ id: `q${at + 1}`, results: [], rating }))

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
    const together = [failed('Cross-duplicate response', ONE_COPY), failed('Response pasted')]
    for (const alone of together) expect(surveyVerdict([alone], false).verdict).toBe('review')
    expect(surveyVerdict(together, false)).toEqual({ verdict: 'remove', severity: 0.8 })
  })

  it('counts checks of one kind, and the same check in several answers, once', () => {
    const entered = [failed('Response pasted'), failed('Partial pasting'), failed('Response pasted')]
    expect(surveyVerdict(entered, false)).toEqual({ verdict: 'review', severity: 0.5 })
  })

  it.each(['Low-effort', 'Response pasted', 'Automated test: Profane'] as const)(
    'never removes for %s alone',
    (check) => {
      expect(surveyVerdict([failed(check)], false).verdict).toBe('review')
    },
  )

  it('reviews for one copy, and removes for a copy in a large group', () => {
    expect(surveyVerdict([failed('Cross-duplicate response', ONE_COPY)], false).verdict).toBe('review')
    expect(surveyVerdict([failed('Cross-duplicate response')], false).verdict).toBe('remove')
  })

  it('reviews for one trace of a chat, also beside little effort, and removes beside another kind', () => {
    const trace = failed('Automated test: GPT', ONE_TRACE)
    expect(surveyVerdict([trace], false).verdict).toBe('review')
    expect(surveyVerdict([trace, trace, failed('Low-effort')], false).verdict).toBe('review')
    expect(surveyVerdict([trace, failed('Self-duplicate response')], false).verdict).toBe('review')
    expect(surveyVerdict([trace, failed('Unnatural typing')], false).verdict).toBe('remove')
  })

  it('reviews a participant most of whose answers say almost nothing', () => {
    expect(judge(rated(1, 1, 5, null), false)).toEqual({ verdict: 'review', severity: 0.3 })
    expect(judge(rated(1, null), false)).toEqual({ verdict: 'review', severity: 0.3 })
  })

  it('keeps a participant if half of the answers say something, or none counts', () => {
    for (const answers of [rated(1, 5), rated(1, 5, 5), rated(null, null), []]) {
      expect(judge(answers, false).verdict).toBe('keep')
    }
  })

  it('follows the setting of the survey', () => {
    const answers = rated(3, 3, 8)
    expect([0, 1, 2, 3, 5].map((effort) => judge(answers, false, effort).verdict)).toEqual([
      'keep',
      'keep',
      'keep',
      'review',
      'review',
    ])
    expect(judge(rated(1, 1), false, 0).verdict).toBe('keep')
  })

  it('reviews the first of a group of copies, and never removes it for that', () => {
    const copied = [{ id: 'q1', results: [], rating: null, copied: true }]
    expect(judge(copied, false)).toEqual({ verdict: 'review', severity: 0.3 })
    expect(hintsIn(copied, 1).map(({ evidence }) => evidence)).toEqual([
      'q1: A later participant gave a similar answer.',
    ])
  })
})
