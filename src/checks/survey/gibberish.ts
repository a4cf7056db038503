/**
 * Automated test: Gibberish ("incoherent or ungrammatical").
 *
 * Why it works: people who only want to fill a field hit neighboring keys, repeat them, or hold one down. Such words are
 * unlikely in a letter model of the language and likely in a model of random keys. The worst run of words decides, so
 * random keys after a real sentence are found too. A model of word order (English) finds real words in no order. Programs
 * also put the words of the question together.
 *
 * Must not flag: answers in a language without a model, jargon, names, abbreviations, code, addresses, words stretched
 * for emphasis, misspellings, lists of words.
 */
import type { Check } from '../check.ts'
import { checkCoherence } from './coherence.ts'
import type { AnswerFeatures } from './survey_check.ts'

export const gibberish: Check<AnswerFeatures> = {
  name: 'Automated test: Gibberish',
  run: checkCoherence,
  locate: (answer) => answer.mashedParts(),
}
