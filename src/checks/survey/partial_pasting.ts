/**
 * Partial pasting ("pasted/programmatic entry mixed with typing").
 *
 * Why it works: at least one insertion is larger than keyboards and input methods produce, and the rest was typed.
 *
 * Must not flag: people who move or restore their own text, swipe, dictate, use word completion, or paste a name or term
 * that is a small part of a long answer.
 */
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { type AnswerFeatures, EMPTY_ANSWER, NO_TYPING, pastedFigures } from './survey_check.ts'

export const partialPasting: Check<AnswerFeatures> = {
  name: 'Partial pasting',

  run({ text, typing, entry }) {
    if (text.empty) return unknown(EMPTY_ANSWER)
    if (typing === null) return unknown(NO_TYPING)
    const evidence = pastedFigures(typing)
    return entry === 'partly pasted' ? detected(1, evidence) : notDetected(evidence)
  },

  locate: ({ typing }) => typing?.bulkParts ?? [],
}
