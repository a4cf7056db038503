/**
 * Partial pasting (spec 2.9: "pasted/programmatic entry mixed with typing").
 *
 * Why it works: at least one insertion is larger than what keys, thumbs or input methods put in at once,
 * and the rest was typed.
 *
 * Whom it must not accuse: people who move or restore their own text, swipe, dictate, complete words, or paste a name or
 * term that is a sliver of a long answer.
 */
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

export const partialPasting: Check<AnswerFeatures> = {
  name: 'Partial pasting',
  meaning: 'Pasted or programmatic entry mixed with typing',

  run({ text, typing, entry }) {
    if (text.empty) return unknown('nothing was answered')
    if (typing === null) return unknown('no typing was recorded')
    const evidence = `${typing.bulkChars} characters in ${typing.bulkInsertions} bulk insertions, ${typing.keyedChars} typed`
    return entry === 'partly pasted' ? detected(1, evidence) : notDetected(evidence)
  },
}
