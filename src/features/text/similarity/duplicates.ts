/** The similarity threshold for duplicates. It is higher for short answers, because people often give them alike. */

/**
 * Two independent answers to one question are rarely this similar: among 600 participants of a survey, 1.4% of answers
 * of 40 to 60 characters have such a neighbor, 0.5% of 60 to 80, none above 120.
 */
const THRESHOLDS: readonly (readonly [weight: number, similarity: number])[] = [
  [20, 0.72],
  [30, 0.66],
  [40, 0.62],
  [60, 0.53],
  [80, 0.45],
  [120, 0.36],
  [200, 0.3],
]

/** Below the first weight, answers must be equal after folding. */
const SAME = 0.999

/** Shorter answers share a group but are not flagged. */
export const CROSS_DUPLICATE_WEIGHT = 20

export function duplicateThreshold(weight: number): number {
  const [shortest, strictest] = THRESHOLDS[0] as readonly [number, number]
  if (weight < shortest) return SAME
  for (let at = 1; at < THRESHOLDS.length; at++) {
    const [to, low] = THRESHOLDS[at] as readonly [number, number]
    const [from, high] = THRESHOLDS[at - 1] as readonly [number, number]
    if (weight < to) return high + ((low - high) * (weight - from)) / (to - from)
  }
  return THRESHOLDS.at(-1)?.[1] ?? strictest
}
