/** Plain statistics over small samples. */

/** By index: an iterator allocates every number that is not a small integer. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] as number
  return values.length === 0 ? 0 : sum / values.length
}

export function deviation(values: ArrayLike<number>): number {
  const middle = mean(values)
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += ((values[at] as number) - middle) ** 2
  return values.length === 0 ? 0 : Math.sqrt(sum / values.length)
}

/** Coefficient of variation: standard deviation over mean. */
export function variation(values: ArrayLike<number>): number {
  const middle = mean(values)
  return middle === 0 ? 0 : deviation(values) / middle
}

export function sorted(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b)
}

/** The same for hundreds of values, which sort faster without a callback. */
export const sortedMany = (values: readonly number[]): Float64Array => new Float64Array(values).sort()

/** The quantile `share` (0..1) of a sorted sample, with linear interpolation. */
export function quantile(ascending: readonly number[], share: number): number {
  if (ascending.length === 0) return 0
  const at = share * (ascending.length - 1)
  const below = Math.floor(at)
  const low = ascending[below] as number
  const high = ascending[Math.min(below + 1, ascending.length - 1)] as number
  return low + (high - low) * (at - below)
}

export function median(values: readonly number[]): number {
  return quantile(sorted(values), 0.5)
}

/** Correlation of two samples of equal length, -1..1; 0 if either is constant. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const middleA = mean(a)
  const middleB = mean(b)
  let both = 0
  let squareA = 0
  let squareB = 0
  for (let i = 0; i < a.length; i++) {
    const offA = (a[i] as number) - middleA
    const offB = (b[i] as number) - middleB
    both += offA * offB
    squareA += offA * offA
    squareB += offB * offB
  }
  return squareA === 0 || squareB === 0 ? 0 : both / Math.sqrt(squareA * squareB)
}

/** The last `size` values pushed. */
export interface SlidingWindow<Value> {
  push(value: Value): void
  isFull(): boolean
  clear(): void
  /** In no particular order. */
  readonly values: readonly Value[]
}

export function slidingWindow<Value>(size: number): SlidingWindow<Value> {
  const values: Value[] = []
  let next = 0
  return {
    values,
    push(value) {
      values[next] = value
      next = (next + 1) % size
    },
    isFull: () => values.length === size,
    clear() {
      values.length = 0
      next = 0
    },
  }
}
