/** Bits in the order of the contract: 1, 2, 4, and so on. */
export function bits(...set: unknown[]): number {
  let sum = 0
  for (let i = 0; i < set.length; i++) if (set[i]) sum |= 1 << i
  return sum
}
