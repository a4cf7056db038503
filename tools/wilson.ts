/** A share with its 95% Wilson interval, which is valid for small numbers and for zero. */
export interface Share {
  readonly count: number
  readonly of: number
  readonly share: number
  readonly low: number
  readonly high: number
}

const Z = 1.959964

export function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, share: 0, low: 0, high: 1 }
  const share = count / of
  const square = Z * Z
  const middle = (share + square / (2 * of)) / (1 + square / of)
  const half = (Z / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of))
  return { count, of, share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/** `3 of 2,000, 0.15% (0.05 to 0.44)` */
export function writeShare({ count, of, share, low, high }: Share): string {
  if (of === 0) return 'no result'
  const percent = (value: number): string => (100 * value).toFixed(value > 0 && value < 0.1 ? 2 : 1)
  return `${grouped(count)} of ${grouped(of)}, ${percent(share)}% (${percent(low)} to ${percent(high)})`
}

/** `5,349` */
export const grouped = (count: number): string => count.toLocaleString('en-US')
