/**
 * Programmatic entry ("text entered by a program").
 *
 * Why it works: scripts set a field without typing, release queued keys together, stream words faster than a person
 * swipes, or type more regularly than any person.
 *
 * Must not flag: fast and regular typists (the limits are beyond the fastest and most regular of a thousand people),
 * people whose tracker stopped early, users of input methods, swipe and dictation.
 */
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { counted } from '../sentence.ts'
import { type AnswerFeatures, EMPTY_ANSWER, NO_TYPING } from './survey_check.ts'

/** Text that never appeared may also be due to a tracker that missed it. */
const UNEXPLAINED = 0.7

export const programmaticEntry: Check<AnswerFeatures> = {
  name: 'Programmatic entry',

  run({ text, typing, entry }) {
    if (text.empty) return unknown(EMPTY_ANSWER)
    if (typing === null) return unknown(NO_TYPING)
    const { rhythm } = typing
    const isUnexplained = typing.coverage === 'unexplained'
    const evidence = isUnexplained
      ? `Most of the ${counted(typing.responseChars, 'character')} never appeared in the recorded typing.`
      : rhythm.gaps === 0
        ? `Fewer than two keystrokes were recorded for ${counted(typing.responseChars, 'character')}.`
        : `The median interval between keystrokes is ${Math.round(rhythm.medianGapMs)} ms (coefficient of variation ${rhythm.variation.toFixed(2)}, ${counted(rhythm.gaps, 'interval')}).`
    return entry === 'programmatic'
      ? detected(isUnexplained ? UNEXPLAINED : 1, evidence)
      : notDetected(evidence)
  },
}
