/**
 * Text chunking (spec 2.11: "text generated in chunks rather than character by character").
 *
 * Why it works: a language model writes token by token or sentence by sentence, and what carries its text into the
 * field carries it in those pieces: several phrases at once, or words in quick succession.
 *
 * Whom it must not accuse: people who swipe (a word at a time, four a second at most), dictate (phrases, each after
 * the time it takes to say it), use input methods, or paste something that is a small part of their answer.
 */
import { isStreamed } from '../../features/typing_history/cadence.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

/** The chunks must be most of the text. */
const MIN_SHARE = 0.5

export const textChunking: Check<AnswerFeatures> = {
  name: 'Text chunking',
  meaning: 'The text was generated in chunks rather than character by character',

  run({ text, typing, entry }) {
    if (text.empty) return unknown('nothing was answered')
    if (typing === null) return unknown('no typing was recorded')
    const { keptBulkChars, keptTypedChars } = typing
    const evidence = `${typing.bulkInsertions} chunks of phrases and ${typing.wordInsertions} of words, ${typing.keyedChars} characters typed`
    if (entry === 'dictated' || typing.marks?.autofill) return notDetected(evidence)
    const chunked = keptBulkChars > 0 && keptBulkChars >= MIN_SHARE * (keptBulkChars + keptTypedChars)
    const unseen = typing.coverage === 'unexplained'
    return chunked || unseen || isStreamed(typing) ? detected(1, evidence) : notDetected(evidence)
  },
}
