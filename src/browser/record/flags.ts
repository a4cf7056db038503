/** Bits in the order the contract gives them: the first is 1, the next 2, and so on. */
export const bits = (...set: unknown[]): number =>
  set.reduce<number>((sum, bit, i) => sum | (bit ? 1 << i : 0), 0)
