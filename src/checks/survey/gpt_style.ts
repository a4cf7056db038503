/** How close the style of a participant's answers is to a language model's, in units of a limit that 1% of people reach at most. */
import type { ModelTraces } from './survey_check.ts'

/**
 * No set has people with more answers in one survey, so no limit is known for more. The first ones are used, and not the
 * longest, because people who answered this many questions are what was measured.
 */
export const MOST_ANSWERS = 8

/** Limits by number of answers; six to eight answers have the last one. */
interface StyleLimits {
  readonly short: readonly number[]
  readonly long: readonly number[]
}

/** From this many words per answer on, style differs more between people. */
export const LONG_WORDS = 55

/** Relative to the usual style of other participants, and without enough of them. */
const AMONG_OTHERS: StyleLimits = { short: [2.9, 1.8, 1.6, 1.3, 1.2], long: [3.1, 2.5, 2.2, 2, 2] }
const ALONE: StyleLimits = { short: [3.8, 3.1, 2.7, 2.5, 2.4], long: [4.2, 3.7, 3.4, 3.3, 3.2] }

export function styleRatio({ answers, words, style, usualStyle }: ModelTraces): number {
  const limits = (usualStyle === null ? ALONE : AMONG_OTHERS)[words / answers < LONG_WORDS ? 'short' : 'long']
  const limit = limits[Math.min(answers, limits.length) - 1] as number
  return Math.max(0, (style - (usualStyle ?? 0)) / limit)
}
