/** Seeded random numbers: the same run makes the same choices. */
import { mulberry32 } from '../../seeded_random.ts'

export interface Random {
  /** 0 <= x < 1. */
  next(): number
  between(from: number, to: number): number
  whole(from: number, to: number): number
  normal(mean: number, deviation: number): number
  /** Lognormal around a median; `spread` is the standard deviation of the logarithm. */
  about(median: number, spread: number): number
  of<Item>(items: readonly Item[]): Item
}

export function createRandom(seed: string): Random {
  let hash = 0x811c9dc5
  for (const letter of seed) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193)
  const next = mulberry32(hash)
  const standard = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    whole: (from, to) => Math.floor(from + (to - from + 1) * next()),
    normal: (mean, deviation) => mean + deviation * standard(),
    about: (median, spread) => median * Math.exp(spread * standard()),
    of: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
  }
}
