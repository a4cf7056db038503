import { describe, expect, it } from 'vitest'
import {
  byHand,
  dictated,
  inPieces,
  keyed,
  numbers,
  TEXT,
  wordsOf,
} from '../../features/typing_history/histories.suite.ts'
import { answered, typedBy } from './answered.suite.ts'
import { unnaturalPausing } from './unnatural_pausing.ts'

const result = (answer: ReturnType<typeof answered>) => unnaturalPausing.run(answer).result

describe('Unnatural pausing', () => {
  it('detects a page without one pause for thought', () => {
    const next = numbers(1)
    expect(result(typedBy(keyed(TEXT, () => 60 + 120 * next())))).toBe('Detected')
  })

  it('detects the same pause again and again', () => {
    const next = numbers(2)
    const pieces = wordsOf(TEXT)
    expect(result(typedBy(inPieces(pieces, () => 1_500 + 40 * next())))).toBe('Detected')
  })

  it.each([1, 2, 3, 4, 5])('clears a hand that thinks (%i)', (seed) => {
    expect(result(typedBy(byHand(TEXT, seed)))).toBe('Not detected')
  })

  it('clears one finger that searches: every gap is long, none is like the last', () => {
    expect(result(typedBy(byHand(TEXT, 6, 800)))).toBe('Not detected')
  })

  it('clears a voice', () => {
    expect(result(typedBy(dictated(TEXT)))).not.toBe('Detected')
  })

  it('stays silent on a short answer and without a record', () => {
    expect(result(typedBy(keyed('Quite nice', () => 90)))).toBe('Unknown')
    expect(result(answered(TEXT))).toBe('Unknown')
  })
})
