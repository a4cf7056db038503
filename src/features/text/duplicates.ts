/** From which likeness on two answers are duplicates, by length: the shorter, the more alike honest people are. */
import { weightOf } from './normalize.ts'

/**
 * Likeness at which two honest answers to one question hardly ever meet: among 600 participants of a survey,
 * 1.4 % of answers of 40 to 60 characters found a neighbour this close, 0.5 % of 60 to 80, none beyond 120.
 */
const THRESHOLDS: readonly (readonly [weight: number, likeness: number])[] = [
  [20, 0.72],
  [30, 0.66],
  [40, 0.62],
  [60, 0.53],
  [80, 0.45],
  [120, 0.36],
  [200, 0.3],
]

/** Below the first threshold only the same letters in the same order are the same answer. */
const SAME = 0.999

/** "Flag from 20 characters up": shorter answers share a group and nothing more. */
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

/** Judged by the shorter of the two: a short answer inside a long one is no duplicate of it. */
export function isDuplicate(likeness: number, a: string, b: string): boolean {
  return likeness >= duplicateThreshold(Math.min(weightOf(a), weightOf(b)))
}
