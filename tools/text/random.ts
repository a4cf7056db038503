/** A seeded random source, so that tools that shuffle or sample are repeatable. */
export interface SeededRandom {
  /** 0 <= x < 1 */
  next(): number
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
  /** Mean 0, deviation 1. */
  normal(): number
}

/** Mulberry32: 32 bits of state, enough for shuffling. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
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
