/**
 * GPT paste artifacts ("formatting highly similar to a chat-model's").
 *
 * Why it works: text copied from a chat window has traces: bold line headings, Markdown headings, an assistant's opening
 * or closing, a self-reference as an AI. Of 31,846 answers of people, 0.03% contain one.
 *
 * Must not flag: people who type lists, emphasize a word with asterisks, use curly quotes or long dashes, or say "of
 * course": keyboards and word processors produce these too.
 */
import { artifactSpans } from '../../features/text/artifacts.ts'
import { spansInText } from '../../features/text/locate.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { type AnswerFeatures, chatTraces, EMPTY_ANSWER } from './survey_check.ts'

export const gptPasteArtifacts: Check<AnswerFeatures> = {
  name: 'GPT paste artifacts',

  run(answer) {
    if (answer.text.empty) return unknown(EMPTY_ANSWER)
    const found = answer.artifacts()
    return found.length > 0
      ? detected(1, chatTraces(found))
      : notDetected('The text contains no traces of an AI chat.')
  },

  locate: ({ text: { whole } }) => spansInText(whole.raw, artifactSpans(whole.plain)),
}
