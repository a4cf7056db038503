import { describe, expect, it } from 'vitest'
import { addPhrases, NO_PHRASES, removePhrases, sharedIn } from './phrase_table.ts'
import type { Phrase } from './phrases.ts'

const phrase = (hash: number, at = 10 * hash, bits = 20): Phrase => ({ hash, bits, at })
const table = (...answers: readonly (readonly number[])[]) =>
  answers.reduce((stored, hashes, at) => addPhrases(stored, hashes, at), NO_PHRASES)

describe('phrase table', () => {
  it('returns the phrases that other answers contain, the most surprising first', () => {
    const own = [phrase(1), phrase(2, 20, 30), phrase(3), phrase(4), phrase(5)]
    const shared = sharedIn(table([1, 7], [2, 8]), own)
    expect(shared.bits).toBeCloseTo(50, 3)
    expect(shared.phrases.map(({ hash }) => hash)).toEqual([2, 1])
    expect(sharedIn(NO_PHRASES, own)).toEqual({ bits: 0, phrases: [] })
  })

  it('leaves out the phrases of an answer that was copied', () => {
    const own = [1, 2, 3, 4, 5].map((hash) => phrase(hash))
    expect(sharedIn(table([1, 2, 3, 4]), own).bits).toBe(0)
    expect(sharedIn(table([1, 2], [3, 4]), own).bits).toBeGreaterThan(0)
  })

  it('counts a long shared run once', () => {
    const run = [1, 2, 3, 4, 5, 6].map((hash) => phrase(hash, hash))
    const apart = [1, 2, 3, 4, 5, 6].map((hash) => phrase(hash, 10 * hash))
    const others = table([1, 2, 3], [4, 5, 6])
    expect(sharedIn(others, run).bits).toBeCloseTo(50, 3)
    expect(sharedIn(others, apart).bits).toBeCloseTo(120, 3)
  })

  it('removes an answer without a trace', () => {
    const before = table([1, 2], [3])
    expect(removePhrases(addPhrases(before, [4, 5], 9), [4, 5])).toBe(before)
    const twice = addPhrases(before, [1], 9)
    expect(sharedIn(removePhrases(twice, [1]), [phrase(1)]).bits).toBeGreaterThan(0)
  })

  it('keeps a bounded random sample and extrapolates from it', () => {
    const spread = (count: number) =>
      Array.from({ length: count }, (_, at) => at * Math.floor(2 ** 24 / count))
    const full = addPhrases(NO_PHRASES, spread(60_000), 1)
    expect(full.length).toBeLessThan(41_000)
    const reversed = addPhrases(NO_PHRASES, spread(60_000).toReversed(), 1)
    expect(reversed).toBe(full)
    const others = addPhrases(full, spread(60_000), 2)
    const own = spread(60_000).flatMap((hash, at) => (at % 100 === 0 ? [phrase(hash, 10 * at, 1)] : []))
    expect(sharedIn(others, own).bits / 600).toBeGreaterThan(0.9)
    expect(sharedIn(others, own).bits / 600).toBeLessThan(1.1)
  })
})
