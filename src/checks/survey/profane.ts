/**
 * Automated test: Profane.
 *
 * Why it works: each supported language has a short list of words and slurs that are profane in any context. They are
 * also found behind asterisks, look-alike letters and digits, and spaced letters. The strongest words of all languages
 * count in every answer. Milder words and insults count only if they address the reader or the author of the survey.
 *
 * Must not flag: people who write about bodies, sex, violence or illness in neutral words; people who are angry at others
 * or at what happened; abuse that they quote or report; animals; names, places and words that merely contain such
 * letters; mild oaths.
 */
import { profaneParts } from '../../features/text/profanity.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { counted } from '../sentence.ts'
import { type AnswerFeatures, EMPTY_ANSWER } from './survey_check.ts'

/** One word is enough for a detection; with this many the strength is 1. */
const CERTAIN_WORDS = 3

export const profane: Check<AnswerFeatures> = {
  name: 'Automated test: Profane',

  run(answer) {
    if (answer.text.empty) return unknown(EMPTY_ANSWER)
    const found = answer.profanity()
    if (found === null) return unknown('No word list covers the language of this answer.')
    const count = found.profane + found.insults
    const parts = [
      found.profane > 0 ? counted(found.profane, 'profane word') : '',
      found.insults > 0 ? counted(found.insults, 'insult') : '',
    ].filter((part) => part !== '')
    const evidence = `The answer contains ${parts.join(' and ') || 'no profane words or insults'}.`
    return count > 0
      ? detected(Math.min(1, 0.5 + count / (2 * CERTAIN_WORDS)), evidence)
      : notDetected(evidence)
  },

  locate: ({ text: { ownLanguage, whole } }) => profaneParts(whole.raw, ownLanguage),
}
