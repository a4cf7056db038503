import { describe, expect, it } from 'vitest'
import { styleRatio } from './gpt_style.ts'
import type { ModelTraces } from './survey_check.ts'

const TRACES: ModelTraces = { answers: 3, words: 60, style: 1, usualStyle: 0.4 }
const ratio = (own: Partial<ModelTraces> = {}) => styleRatio({ ...TRACES, ...own })

describe('styleRatio', () => {
  it('measures style from what is usual for the questions', () => {
    expect(ratio()).toBeGreaterThan(0)
    expect(ratio({ style: 2, usualStyle: 1.4 })).toBeCloseTo(ratio())
    expect(ratio({ style: 0 })).toBe(0)
  })

  it('requires less over more answers, and more in long answers and without other participants', () => {
    expect(ratio({ answers: 5, words: 100 })).toBeGreaterThan(ratio())
    expect(ratio({ words: 300 })).toBeLessThan(ratio())
    expect(ratio({ usualStyle: null, style: 0.6 })).toBeLessThan(ratio())
  })
})
