/**
 * Low-effort ("relates to the question with minimal information; flagged when the effort score is less
 * than or equal to low_effort_threshold").
 *
 * Why it works: the rating counts words with new information, so neither repetition nor padding raises it. Ratings by
 * readers set the scale.
 *
 * Must not flag: any answer by default. The threshold is 0 unless the caller sets it.
 */
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { type AnswerFeatures, EMPTY_ANSWER, NAME_ANSWER } from './survey_check.ts'

export const lowEffort: Check<AnswerFeatures> = {
  name: 'Low-effort',

  run({ text, effort, lowEffortThreshold, isNamed }) {
    if (text.empty) return unknown(EMPTY_ANSWER)
    if (isNamed) return unknown(NAME_ANSWER)
    const evidence = `Effort is rated ${effort} of 10 (threshold ${lowEffortThreshold}).`
    return effort <= lowEffortThreshold ? detected(1, evidence) : notDetected(evidence)
  },
}
