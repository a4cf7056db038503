/**
 * Unnatural typing speed ("abnormally fast or slow").
 *
 * Why it works: the fastest of a thousand people has a median interval of 70 ms between keystrokes. Programs type faster.
 * Slow typing is unnatural only when it is regular, such as a program that waits a second between keys.
 *
 * Must not flag: people who type slowly, with one finger, a switch, an eye tracker or a tremor: their intervals vary. Pauses
 * are excluded.
 */
import { isConstant, isTooFast } from '../../features/typing_history/cadence.ts'
import type { TypingFeatures } from '../../features/typing_history/typing.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { counted } from '../sentence.ts'
import { type AnswerFeatures, EMPTY_ANSWER, NO_TYPING, tooFewGaps } from './survey_check.ts'

const MIN_GAPS = 15

/** One in a thousand people has a median interval over 600 ms. */
const SLOW_MEDIAN_GAP_MS = 700

/** The intervals of slow typists vary by half of the mean or more. */
const EVEN_VARIATION = 0.2

export const unnaturalTypingSpeed: Check<AnswerFeatures> = {
  name: 'Unnatural typing speed',

  run({ text, typing }) {
    if (text.empty) return unknown(EMPTY_ANSWER)
    if (typing === null) return unknown(NO_TYPING)
    const { rhythm } = typing
    if (rhythm.gaps < MIN_GAPS && !isConstant(typing)) return unknown(tooFewGaps(rhythm.gaps, MIN_GAPS))
    const evidence = `The median interval between keystrokes is ${Math.round(rhythm.medianGapMs)} ms (${counted(rhythm.gaps, 'interval')}).`
    const slow = rhythm.medianGapMs > SLOW_MEDIAN_GAP_MS && rhythm.variation < EVEN_VARIATION
    return isTooFast(typing) || slow || isConstantlySlow(typing)
      ? detected(1, evidence)
      : notDetected(evidence)
  },
}

/** Keys at constant intervals longer than a pause have no rhythm. */
function isConstantlySlow(typing: TypingFeatures): boolean {
  return (
    typing.rhythm.gaps < MIN_GAPS &&
    typing.keyedChars > typing.wordChars + typing.bulkChars &&
    isConstant(typing)
  )
}
