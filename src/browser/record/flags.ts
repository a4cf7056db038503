/** Bits in the order the contract gives them: the first is 1, the next 2, and so on. */
export function bits(...set: unknown[]): number {
  let sum = 0
  for (let i = 0; i < set.length; i++) if (set[i]) sum |= 1 << i
  return sum
}
