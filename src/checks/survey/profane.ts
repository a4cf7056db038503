/**
 * Automated test: Profane (spec 2.9).
 *
 * Why it works: a short list of words that are profane wherever they stand, in each language of its own, found also
 * behind stars, look-alike digits and spaced letters; and insults, where they are aimed at somebody.
 *
 * Whom it must not accuse: people who soberly tell of bodies, sex, violence or illness; people whose names, places
 * or words merely contain such letters; people who quote a mild oath.
 */
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

/** One word is enough; more make it surer. */
const CERTAIN_WORDS = 3

export const profane: Check<AnswerFeatures> = {
  name: 'Automated test: Profane',
  meaning: 'The response is profane',

  run(answer) {
    if (answer.text.empty) return unknown('nothing was answered')
    const found = answer.profanity()
    if (found === null) return unknown('no list knows the language of this answer')
    const count = found.profane + found.insults
    const evidence = `${found.profane} profane words, ${found.insults} insults`
    return count > 0
      ? detected(Math.min(1, 0.5 + count / (2 * CERTAIN_WORDS)), evidence)
      : notDetected(evidence)
  },
}
