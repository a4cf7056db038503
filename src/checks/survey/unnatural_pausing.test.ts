import { describe, expect, it } from 'vitest'
import { answered, typedBy } from '../../../test/samples/answered.ts'
import { byHand, dictated, inPieces, keyed, numbers, TEXT, wordsOf } from '../../../test/samples/histories.ts'
import { unnaturalPausing } from './unnatural_pausing.ts'

const result = (answer: ReturnType<typeof answered>) => unnaturalPausing.run(answer).result

describe('Unnatural pausing', () => {
  it('detects a long text without a pause', () => {
    const next = numbers(1)
    expect(result(typedBy(keyed(TEXT, () => 60 + 120 * next())))).toBe('Detected')
  })

  it('detects pauses of equal length', () => {
    const next = numbers(2)
    const pieces = wordsOf(TEXT)
    expect(result(typedBy(inPieces(pieces, () => 1_500 + 40 * next())))).toBe('Detected')
  })

  it.each([1, 2, 3, 4, 5])('does not detect a person who pauses to think (%i)', (seed) => {
    expect(result(typedBy(byHand(TEXT, seed)))).toBe('Not detected')
  })

  it('does not detect slow typing with one finger', () => {
    expect(result(typedBy(byHand(TEXT, 6, 800)))).toBe('Not detected')
  })

  it('is unknown where a session shows a touch keyboard or an input method', () => {
    const even = inPieces(wordsOf(TEXT), () => 1_500)
    const seen = { touch: false, composition: false, autofill: false }
    expect(result(typedBy(even, seen))).toBe('Detected')
    expect(result(typedBy(even, { ...seen, touch: true }))).toBe('Unknown')
    expect(result(typedBy(even, { ...seen, composition: true }))).toBe('Unknown')
  })

  it('does not detect dictation', () => {
    expect(result(typedBy(dictated(TEXT)))).not.toBe('Detected')
  })

  it('is unknown for a short answer and without a typing history', () => {
    expect(result(typedBy(keyed('Quite nice', () => 90)))).toBe('Unknown')
    expect(result(answered(TEXT))).toBe('Unknown')
  })
})
