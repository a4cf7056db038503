import { describe, expect, it } from 'vitest'
import { answered, typedBy } from '../../../test/samples/answered.ts'
import { byHand, keyed, numbers, TEXT } from '../../../test/samples/histories.ts'
import { unnaturalTypingSpeed } from './unnatural_typing_speed.ts'

const result = (answer: ReturnType<typeof answered>) => unnaturalTypingSpeed.run(answer).result

describe('Unnatural typing speed', () => {
  it.each([0, 5, 20, 45])('detects keys every %i ms', (ms) => {
    const next = numbers(1)
    expect(result(typedBy(keyed(TEXT, () => ms * (0.8 + 0.4 * next()))))).toBe('Detected')
  })

  it('detects slow and regular keys', () => {
    const next = numbers(2)
    expect(result(typedBy(keyed(TEXT, () => 950 + 100 * next())))).toBe('Detected')
  })

  it.each([75, 110, 200, 400, 900])('does not detect a person with %i ms between keys', (ms) => {
    expect(result(typedBy(byHand(TEXT, ms, ms)))).toBe('Not detected')
  })

  it('is unknown for a few keys, a paste, and without a typing history', () => {
    expect(result(typedBy(keyed('Quite nice', () => 5)))).toBe('Unknown')
    expect(result(typedBy([{ s: TEXT, t: 0 }]))).toBe('Unknown')
    expect(result(answered(TEXT))).toBe('Unknown')
  })
})
