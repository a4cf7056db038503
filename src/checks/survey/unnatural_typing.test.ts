import { describe, expect, it } from 'vitest'
import { answered, typedBy } from '../../../test/samples/answered.ts'
import { byHand, keyed, numbers, swiped, TEXT } from '../../../test/samples/histories.ts'
import { unnaturalTyping } from './unnatural_typing.ts'

const result = (answer: ReturnType<typeof answered>) => unnaturalTyping.run(answer).result
const between = (low: number, high: number, seed = 1) => {
  const next = numbers(seed)
  return keyed(TEXT, () => low + (high - low) * next())
}

describe('Unnatural typing', () => {
  it.each([
    ['a beat', keyed(TEXT, () => 90)],
    ['random delays between 50 and 150 ms', between(50, 150)],
    ['random delays between 80 and 200 ms', between(80, 200, 2)],
    ['random delays between 100 and 300 ms', between(100, 300, 3)],
    ['a second between keys', keyed(TEXT, () => 1_000)],
  ])('detects %s', (_, history) => {
    expect(result(typedBy(history))).toBe('Detected')
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('does not detect a person (%i)', (seed) => {
    expect(result(typedBy(byHand(TEXT, seed)))).toBe('Not detected')
  })

  it('does not detect slow or fast typists', () => {
    expect(result(typedBy(byHand(TEXT, 3, 700)))).toBe('Not detected')
    expect(result(typedBy(byHand(TEXT, 4, 75)))).toBe('Not detected')
  })

  it('notes that a text was probably copied by hand, and detects nothing', () => {
    const next = numbers(5)
    const long = `${TEXT} ${TEXT.replaceAll('market', 'harbor')}`
    const copied = keyed(long, (at) => {
      if (at === 150) return 1_300
      return long[at - 1] === ' ' ? 380 + 100 * next() : 90 * (0.5 + next())
    })
    expect(unnaturalTyping.run(typedBy(byHand(long))).evidence).not.toContain('copied by hand')
    const { result, evidence } = unnaturalTyping.run(typedBy(copied))
    expect([result, evidence]).toEqual(['Not detected', expect.stringContaining('Probably copied by hand')])
  })

  it('is unknown for touch keyboards and input methods', () => {
    const beat = keyed(TEXT, () => 90)
    expect(result(typedBy(beat, { touch: true, composition: false, autofill: false }))).toBe('Unknown')
    expect(result(typedBy(beat, { touch: false, composition: true, autofill: false }))).toBe('Unknown')
  })

  it('is unknown for a few keys, a paste, and without a typing history', () => {
    expect(result(typedBy(keyed('Quite nice', () => 90)))).toBe('Unknown')
    expect(result(typedBy([{ s: TEXT, t: 0 }]))).toBe('Unknown')
    expect(result(answered(TEXT))).toBe('Unknown')
  })

  it('does not detect swiped words', () => {
    expect(result(typedBy(swiped(TEXT)))).not.toBe('Detected')
  })
})
