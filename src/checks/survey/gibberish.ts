/**
 * Automated test: Gibberish (spec 2.9: "incoherent or ungrammatical").
 *
 * Why it works: a hand that only has to fill a box plays on neighbouring keys, repeats, or holds one down. A
 * model of which letters follow which in the language finds such words surprising, a model of playing hands
 * does not; the worst run of words decides, so that mashing behind a real sentence is found too.
 *
 * Whom it must not accuse: people writing in a language without a model, people who use jargon, names,
 * abbreviations, code or addresses, people who draw out a word for emphasis, people who misspell.
 */
import { MASHED_SCORE } from '../../models/text/mashing.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

/** At which the strength is full. */
const CERTAIN_MASHING = 12

export const gibberish: Check<AnswerFeatures> = {
  name: 'Automated test: Gibberish',
  meaning: 'The response is incoherent or ungrammatical',

  run(answer) {
    if (answer.text.empty) return unknown('nothing was answered')
    if (answer.simple) return notDetected('a simple answer, as many people give it')
    const mashing = answer.mashing()
    if (mashing === null) return unknown('no model knows the language of this answer')
    const evidence = `${mashing.mashedWords} words look like keyboard mashing, ${Math.round(mashing.soundWords)} like words`
    return mashing.score > MASHED_SCORE
      ? detected(Math.min(1, mashing.score / CERTAIN_MASHING), evidence)
      : notDetected(evidence)
  },
}
