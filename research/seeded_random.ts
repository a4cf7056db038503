/** Seeded random numbers, so that a tool that samples, shuffles or fits gives the same result in every run. */
export interface SeededRandom {
  /** 0 <= x < 1 */
  next(): number
  between(low: number, high: number): number
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number
  chance(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
  /** Mean 0, deviation 1. */
  normal(): number
}

/** Returns fractions from 0 up to, but not including, 1. Mulberry32 has 32 bits of state, enough for shuffling. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function seededRandom(seed: number): SeededRandom {
  const next = mulberry32(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    below,
    chance: (share) => next() < share,
    pick: (items) => {
      if (items.length === 0) throw new Error('the list is empty')
      return items[below(items.length)] as never
    },
    shuffle: (items) => {
      const shuffled = [...items]
      for (let at = shuffled.length - 1; at > 0; at--) {
        const other = below(at + 1)
        ;[shuffled[at], shuffled[other]] = [shuffled[other] as never, shuffled[at] as never]
      }
      return shuffled
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
