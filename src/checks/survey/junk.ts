/**
 * Automated test: Junk ("model flags as likely junk").
 *
 * Why it works: an answer is junk when it is gibberish, off-topic or nothing but abuse. The first two are decided as in
 * the checks of v021.
 *
 * Must not flag: answers that Gibberish and Off-topic must not flag, and people who swear in a real answer.
 */
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { checkCoherence } from './coherence.ts'
import { checkRelevance } from './relevance.ts'
import { type AnswerFeatures, EMPTY_ANSWER } from './survey_check.ts'

/** With fewer other words than this, the answer is nothing but abuse. */
const MIN_WORDS_AROUND = 4

export const junk: Check<AnswerFeatures> = {
  name: 'Automated test: Junk',

  run(answer) {
    if (answer.text.empty) return unknown(EMPTY_ANSWER)
    const reasons = [checkCoherence(answer), checkRelevance(answer)]
    const found = reasons.find(({ result }) => result === 'Detected')
    if (found !== undefined) return found
    const profanity = answer.profanity()
    const abuse = profanity === null ? 0 : profanity.profane + profanity.insults
    if (abuse > 0 && answer.text.words.length - abuse < MIN_WORDS_AROUND) {
      return detected(
        0.8,
        `${abuse} of ${answer.text.words.length} words ${abuse === 1 ? 'is' : 'are'} profane.`,
      )
    }
    return reasons.some(({ result }) => result === 'Not detected')
      ? notDetected('The answer is coherent and on topic.')
      : unknown(reasons.map(({ evidence }) => evidence).join(' '))
  },

  locate: (answer) => answer.mashedParts(),
}
