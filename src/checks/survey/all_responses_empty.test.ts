import { describe, expect, it } from 'vitest'
import { allResponsesEmpty } from './all_responses_empty.ts'

const result = (...empty: boolean[]) => allResponsesEmpty.run({ empty }).result

describe('All responses empty', () => {
  it('detects that all answers are empty', () => {
    expect(result(true)).toBe('Detected')
    expect(result(true, true, true)).toBe('Detected')
  })

  it('is not detected with one answer', () => {
    expect(result(true, false, true)).toBe('Not detected')
  })

  it('gives counts as evidence', () => {
    expect(allResponsesEmpty.run({ empty: [true, false] }).evidence).toBe('1 of 2 questions has an answer.')
  })
})
