/**
 * Low-effort (spec 2.9: "relates to the question with minimal information; flagged when the effort score is less
 * than or equal to low_effort_threshold").
 *
 * Why it works: the rating counts the words that say something new, so that neither repetition nor padding
 * raises it; readers' ratings set the scale.
 *
 * Whom it must not accuse: anybody, unless the caller asks: the threshold is 0 by default and flags nobody.
 */
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

export const lowEffort: Check<AnswerFeatures> = {
  name: 'Low-effort',
  meaning: 'The response relates to the question with minimal information',

  run({ text, effort, lowEffortThreshold }) {
    if (text.empty) return unknown('nothing was answered')
    const evidence = `effort ${effort} of 10, threshold ${lowEffortThreshold}`
    return effort <= lowEffortThreshold ? detected(1, evidence) : notDetected(evidence)
  },
}
