import { describe, expect, it } from 'vitest'
import { byHand, type History, keyed, numbers, TEXT } from '../../../test/samples/histories.ts'
import { readHistory } from './entries.ts'
import { isSteadyFlow } from './flow.ts'
import stored from './letter_pairs.json' with { type: 'json' }
import { pairFit } from './letter_pairs.ts'
import { type InputMethods, type TypingFeatures, typingOf } from './typing.ts'

const read = (history: History, inputMethods: InputMethods | null = null) =>
  typingOf(readHistory(history), history.at(-1)?.s ?? '', inputMethods) as TypingFeatures
const bell = (next: () => number) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
const times: Readonly<Record<string, number>> = stored.times
/** As varied as people's gaps, but independent of the letters. */
const loop = (text: string, seed: number, spread = 0.4): History => {
  const next = numbers(seed)
  return keyed(text, () => 150 * Math.exp(spread * bell(next)))
}
/** The same spread, with the times of the letter pairs. */
const hand = (text: string, seed: number): History => {
  const next = numbers(seed)
  return keyed(
    text,
    (at) => 150 * Math.exp((times[text.slice(at - 1, at + 1).toLowerCase()] ?? 0) + 0.4 * bell(next)),
  )
}
const SHORT = TEXT.slice(0, 80)
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed + 1)

describe('times of letter pairs', () => {
  it('are short for rolled keys and long at the start of a word', () => {
    expect(times.th).toBeLessThan(0)
    expect(times.er).toBeLessThan(0)
    expect(times[' t']).toBeGreaterThan(0.2)
  })

  it("fit people's typing but not a loop", () => {
    const fits = (make: typeof loop) => SEEDS.map((seed) => read(make(SHORT, seed)).rhythm.pairFit as number)
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(mean(fits(hand))).toBeGreaterThan(0.4)
    expect(Math.abs(mean(fits(loop)))).toBeLessThan(0.1)
  })

  it('are null for other scripts and for a few letters', () => {
    const greek = 'Μου αρέσει η αγορά το Σάββατο γιατί ο φούρναρης ξέρει τα παιδιά μου και μιλάμε όλοι μαζί'
    expect(read(loop(greek, 1)).rhythm.pairFit).toBeNull()
    expect(read(loop('the other', 1)).rhythm.pairFit).toBeNull()
    expect(pairFit([], [])).toBeNull()
  })

  it('have no correlation with equal gaps', () => {
    expect(read(keyed(SHORT, () => 100)).rhythm.pairFit).toBe(0)
  })
})

describe('a flow that does not depend on letters', () => {
  const found = (histories: readonly History[], inputMethods: InputMethods | null = null) =>
    histories.filter((history) => isSteadyFlow(read(history, inputMethods))).length
  const touch = { touch: true, composition: false, autofill: false }
  /** Decided by the letter pairs only. */
  const without = (histories: readonly History[]) =>
    histories.filter((history) => {
      const typing = read(history)
      return isSteadyFlow({ ...typing, rhythm: { ...typing.rhythm, pairFit: null } })
    }).length

  it('is found in short answers of a loop with random delays', () => {
    const loops = SEEDS.map((seed) => loop(TEXT.slice(0, 100), seed, 0.35))
    expect(found(loops)).toBeGreaterThan(30)
  })

  it('needs clearer evidence in shorter answers, and is not searched for in one short sentence', () => {
    const loopsOf = (chars: number) => SEEDS.map((seed) => loop(TEXT.slice(0, chars), seed, 0.35))
    expect(found(loopsOf(80))).toBeLessThan(found(loopsOf(100)))
    expect(found(loopsOf(80))).toBeGreaterThan(without(loopsOf(80)))
    expect(found(loopsOf(58))).toBe(without(loopsOf(58)))
    expect(found(SEEDS.map((seed) => loop(TEXT.slice(0, 44), seed, 0.1)))).toBe(0)
  })

  it('is not found in people with the same spread', () => {
    expect(found(SEEDS.map((seed) => hand(SHORT, seed)))).toBe(
      without(SEEDS.map((seed) => hand(SHORT, seed))),
    )
  })

  it('is not found in a person who composes, on any keyboard layout', () => {
    expect(found(SEEDS.map((seed) => byHand(SHORT, seed)))).toBe(0)
  })

  it('is not tested for touch keyboards and input methods', () => {
    const loops = SEEDS.map((seed) => loop(SHORT, seed, 0.35))
    expect(found(loops, touch)).toBe(without(loops))
    expect(found(loops, { ...touch, touch: false, composition: true })).toBe(without(loops))
  })
})
