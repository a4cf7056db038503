import { describe, expect, it } from 'vitest'
import { byHand, keyed, numbers, TEXT } from '../../features/typing_history/histories.suite.ts'
import { answered, typedBy } from './answered.suite.ts'
import { unnaturalTypingSpeed } from './unnatural_typing_speed.ts'

const result = (answer: ReturnType<typeof answered>) => unnaturalTypingSpeed.run(answer).result

describe('Unnatural typing speed', () => {
  it.each([0, 5, 20, 45])('detects keys every %i ms', (ms) => {
    const next = numbers(1)
    expect(result(typedBy(keyed(TEXT, () => ms * (0.8 + 0.4 * next()))))).toBe('Detected')
  })

  it('detects keys that are slow and even', () => {
    const next = numbers(2)
    expect(result(typedBy(keyed(TEXT, () => 950 + 100 * next())))).toBe('Detected')
  })

  it.each([75, 110, 200, 400, 900])('clears a hand with %i ms between keys', (ms) => {
    expect(result(typedBy(byHand(TEXT, ms, ms)))).toBe('Not detected')
  })

  it('stays silent on a few keys, on a paste, and without a record', () => {
    expect(result(typedBy(keyed('Quite nice', () => 5)))).toBe('Unknown')
    expect(result(typedBy([{ s: TEXT, t: 0 }]))).toBe('Unknown')
    expect(result(answered(TEXT))).toBe('Unknown')
  })
})
