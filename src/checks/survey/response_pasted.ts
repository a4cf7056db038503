/**
 * Response pasted (spec 2.9: "entered all at once").
 *
 * Why it works: a person's text grows key by key or word by word; a paste is there from one moment to
 * the next. Nine tenths of the text in bulk insertions, hardly anything typed: the response was pasted.
 *
 * Whom it must not accuse: users of autofill, input methods, swipe, suggestions, dictation (phrases, each after the time it
 * takes to say it), undo, and text moved inside the field; a recording that a tracker cut off.
 */
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

export const responsePasted: Check<AnswerFeatures> = {
  name: 'Response pasted',
  meaning: 'The response was entered all at once',

  run({ text, typing, entry }) {
    if (text.empty) return unknown('nothing was answered')
    if (typing === null) return unknown('no typing was recorded')
    const evidence = `${typing.bulkChars} characters in ${typing.bulkInsertions} bulk insertions, ${typing.keyedChars} typed`
    return entry === 'pasted' ? detected(1, evidence) : notDetected(evidence)
  },
}
