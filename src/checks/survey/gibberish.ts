/**
 * Automated test: Gibberish (spec 2.9: "incoherent or ungrammatical").
 *
 * Why it works: a hand that only has to fill a box plays on neighbouring keys, repeats, or holds one down. A
 * model of which letters follow which in the language finds such words surprising, a model of playing hands
 * does not; the worst run of words decides, so that mashing behind a real sentence is found too. Real words in no
 * order are found by a model of which words follow which (English).
 *
 * Whom it must not accuse: people writing in a language without a model, people who use jargon, names,
 * abbreviations, code or addresses, people who draw out a word for emphasis, people who misspell, people who answer
 * in a list of words.
 */
import type { Check } from '../check.ts'
import { checkCoherence } from './coherence.ts'
import type { AnswerFeatures } from './survey_check.ts'

export const gibberish: Check<AnswerFeatures> = {
  name: 'Automated test: Gibberish',
  meaning: 'The response is incoherent or ungrammatical',
  run: checkCoherence,
}
