/**
 * Response pasted ("entered all at once").
 *
 * Why it works: typed text grows key by key or word by word, and pasted text appears at once. When nine tenths of the
 * text came in bulk insertions, the response was pasted.
 *
 * Must not flag: users of autofill, input methods, swipe, suggestions, dictation (phrases, each after the time it takes
 * to say it), undo, and text moved inside the field; a recording that a tracker truncated.
 */
import { isUnobserved } from '../../features/typing_history/entry.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { type AnswerFeatures, EMPTY_ANSWER, NO_TYPING, ONE_PHRASE, pastedFigures } from './survey_check.ts'

/** With other evidence, this weighs review at most. */
const UNOBSERVED = 0.5
const UNMARKED =
  'The history does not show how; dictating or translating the whole text at once looks the same.'

export const responsePasted: Check<AnswerFeatures> = {
  name: 'Response pasted',

  run({ text, typing, entry }) {
    if (text.empty) return unknown(EMPTY_ANSWER)
    if (typing === null) return unknown(NO_TYPING)
    const evidence = pastedFigures(typing)
    if (entry === 'one phrase') return unknown(ONE_PHRASE)
    if (entry !== 'pasted') return notDetected(evidence)
    return isUnobserved(typing) ? detected(UNOBSERVED, `${evidence} ${UNMARKED}`) : detected(1, evidence)
  },

  locate: ({ typing }) => typing?.bulkParts ?? [],
}
