/**
 * GPT paste artifacts (spec 2.11: "formatting highly similar to a chat-model's").
 *
 * Why it works: text copied out of a chat window brings its marks along: lines headed in bold, headings, an
 * assistant's opening or closing, a model speaking of itself. Of 31,846 answers of people 0.03 % hold one.
 *
 * Whom it must not accuse: people who type lists, stress a word with stars, use curly quotes or long dashes, or say
 * "of course": keyboards and word processors do these by themselves.
 */
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

export const gptPasteArtifacts: Check<AnswerFeatures> = {
  name: 'GPT paste artifacts',
  meaning: "The formatting is highly similar to a chat model's",

  run(answer) {
    if (answer.text.empty) return unknown('nothing was answered')
    const found = answer.artifacts()
    return found.length > 0
      ? detected(1, `found: ${found.join(', ')}`)
      : notDetected("no marks of a chat model's window")
  },
}
