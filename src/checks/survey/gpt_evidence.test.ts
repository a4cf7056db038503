import { describe, expect, it } from 'vitest'
import { evidenceOf } from './gpt_evidence.ts'
import type { ModelTraces } from './survey_check.ts'

const traces: ModelTraces = {
  answers: 3,
  words: 60,
  style: 1,
  usualStyle: 0.4,
  sharedBits: 40,
  others: 100,
}
const evidence = (own: Partial<ModelTraces>) => evidenceOf({ ...traces, ...own })

describe('evidenceOf', () => {
  it('adds the parts', () => {
    const { style, phrases, total } = evidence({})
    expect(total).toBeCloseTo(style + phrases)
    expect(style).toBeGreaterThan(0)
    expect(phrases).toBeGreaterThan(0)
  })

  it('measures style from what is usual for the questions', () => {
    expect(evidence({ style: 2, usualStyle: 1.4 }).style).toBeCloseTo(evidence({}).style)
    expect(evidence({ style: 0 }).style).toBe(0)
  })

  it('requires less style evidence over more answers, and more in long answers and without other participants', () => {
    expect(evidence({ answers: 5, words: 100 }).style).toBeGreaterThan(evidence({}).style)
    expect(evidence({ words: 300 }).style).toBeLessThan(evidence({}).style)
    expect(evidence({ usualStyle: null, style: 0.6 }).style).toBeLessThan(evidence({}).style)
  })

  it('needs more shared phrases in long answers and among many participants', () => {
    expect(evidence({ words: 300 }).phrases).toBeLessThan(evidence({}).phrases)
    expect(evidence({ others: 400 }).phrases).toBeLessThan(evidence({}).phrases)
  })
})
