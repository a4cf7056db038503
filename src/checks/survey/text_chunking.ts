/**
 * Text chunking ("text generated in chunks rather than character by character").
 *
 * Why it works: a language model writes token by token or sentence by sentence. A program that enters its text inserts
 * the same pieces: several phrases at once, or words in quick succession.
 *
 * Must not flag: people who swipe (at most four words a second), dictate (phrases, each after the time it takes to say
 * it), use input methods, or paste a small part of their answer.
 */
import { isConstant, isStreamed } from '../../features/typing_history/cadence.ts'
import type { TypingFeatures } from '../../features/typing_history/typing.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { counted } from '../sentence.ts'
import { type AnswerFeatures, EMPTY_ANSWER, NO_TYPING, ONE_PHRASE } from './survey_check.ts'

/** The chunks must be at least this share of the text. */
const MIN_SHARE = 0.5

export const textChunking: Check<AnswerFeatures> = {
  name: 'Text chunking',

  run({ text, typing, entry }) {
    if (text.empty) return unknown(EMPTY_ANSWER)
    if (typing === null) return unknown(NO_TYPING)
    const { keptBulkChars, keptTypedChars } = typing
    const evidence = `${counted(typing.bulkInsertions, 'phrase')} and ${counted(typing.wordInsertions, 'word')} each appeared in one step; ${counted(typing.keyedChars, 'character was', 'characters were')} typed.`
    if (entry === 'dictated' || typing.inputMethods?.autofill) return notDetected(evidence)
    if (entry === 'one phrase') return unknown(ONE_PHRASE)
    const chunked = keptBulkChars > 0 && keptBulkChars >= MIN_SHARE * (keptBulkChars + keptTypedChars)
    const unseen = typing.coverage === 'unexplained'
    return chunked || unseen || isStreamed(typing) || isConstantChunks(typing)
      ? detected(1, evidence)
      : notDetected(evidence)
  },

  locate: ({ typing }) => typing?.bulkParts ?? [],
}

/** Words at constant intervals are not swiped. */
function isConstantChunks(typing: TypingFeatures): boolean {
  return typing.wordChars + typing.bulkChars > typing.keyedChars && isConstant(typing)
}
