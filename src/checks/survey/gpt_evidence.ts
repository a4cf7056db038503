/**
 * Adds up what suggests that a language model wrote a participant's answers: their style, and phrases that other
 * participants used too. Each is in units of its limit, so that a total of 1 is what 1% of people reach at most.
 */
import type { ModelTraces } from './survey_check.ts'

export interface ModelEvidence {
  readonly style: number
  readonly phrases: number
  readonly total: number
}

/**
 * No set has people with more answers in one survey, so no limit is known for more. The first ones are used, and not the
 * longest, because people who answered this many questions are what was measured.
 */
export const MOST_ANSWERS = 8

/** Limits of style by number of answers; six to eight answers have the last one. */
interface StyleLimits {
  readonly short: readonly number[]
  readonly long: readonly number[]
}

/** From this many words per answer on, style differs more between people. */
export const LONG_WORDS = 55

/** Relative to the usual style of other participants, and without enough of them. */
const AMONG_OTHERS: StyleLimits = { short: [2.9, 1.8, 1.6, 1.3, 1.2], long: [3.1, 2.5, 2.2, 2, 2] }
const ALONE: StyleLimits = { short: [3.8, 3.1, 2.7, 2.5, 2.4], long: [4.2, 3.7, 3.4, 3.3, 3.2] }

/** Bits of shared phrases, by the root of the number of words, among a hundred other participants. */
const PHRASE_LIMIT = 15
const PHRASE_OTHERS = 100
/** With more participants, people too share more phrases. */
const PHRASE_GROWTH = 0.25

/** Shorter answers count as this long. */
const SHORTEST_WORDS = 10

export function evidenceOf(traces: ModelTraces): ModelEvidence {
  const { answers, words, style: score, usualStyle, sharedBits, others } = traces
  const limits = (usualStyle === null ? ALONE : AMONG_OTHERS)[words / answers < LONG_WORDS ? 'short' : 'long']
  const limit = limits[Math.min(answers, limits.length) - 1] as number
  const style = Math.max(0, (score - (usualStyle ?? 0)) / limit)
  const phraseLimit = PHRASE_LIMIT * Math.max(1, others / PHRASE_OTHERS) ** PHRASE_GROWTH
  const phrases = sharedBits / Math.sqrt(Math.max(SHORTEST_WORDS, words)) / phraseLimit
  return { style, phrases, total: style + phrases }
}
