/**
 * Automated test: Junk (spec 2.11: "model flags as likely junk").
 *
 * Why it works: an answer is junk when it is mashed or in heaps, when it belongs to another question, or when it is
 * nothing but abuse. Each of these is judged as in the later version of the interface; junk is any of them.
 *
 * Whom it must not accuse: whom those checks must not accuse; and people who swear amid a real answer.
 */
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { checkCoherence } from './coherence.ts'
import { checkRelevance } from './relevance.ts'
import type { AnswerFeatures } from './survey_check.ts'

/** Abuse with less around it than this many other words is all there is. */
const MIN_WORDS_AROUND = 4

export const junk: Check<AnswerFeatures> = {
  name: 'Automated test: Junk',
  meaning: 'A model flags the response as likely junk',

  run(answer) {
    if (answer.text.empty) return unknown('nothing was answered')
    const reasons = [checkCoherence(answer), checkRelevance(answer)]
    const found = reasons.find(({ result }) => result === 'Detected')
    if (found !== undefined) return found
    const profanity = answer.profanity()
    const abuse = profanity === null ? 0 : profanity.profane + profanity.insults
    if (abuse > 0 && answer.text.words.length - abuse < MIN_WORDS_AROUND) {
      return detected(0.8, `${abuse} of ${answer.text.words.length} words are profane`)
    }
    return reasons.some(({ result }) => result === 'Not detected')
      ? notDetected('neither mashed nor in heaps nor about something else')
      : unknown(reasons.map(({ evidence }) => evidence).join('; '))
  },
}
