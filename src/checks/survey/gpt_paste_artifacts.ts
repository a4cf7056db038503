/**
 * GPT paste artifacts ("formatting highly similar to a chat-model's").
 *
 * Why it works: text copied from a chat window has traces: several bold or Markdown headings, an assistant's
 * opening or closing, a self-reference as an AI. One trace alone has less strength, because people write such phrases too.
 *
 * Must not flag: people who type lists, emphasize a word with asterisks, use curly quotes or long dashes, or say "of
 * course": keyboards and word processors produce these too.
 */
import { artifactSpans } from '../../features/text/artifacts.ts'
import { spansInText } from '../../features/text/locate.ts'
import { type Check, notDetected, unknown } from '../check.ts'
import { chatTraceOutcome } from './chat_traces.ts'
import { type AnswerFeatures, EMPTY_ANSWER } from './survey_check.ts'

export const gptPasteArtifacts: Check<AnswerFeatures> = {
  name: 'GPT paste artifacts',

  run(answer) {
    if (answer.text.empty) return unknown(EMPTY_ANSWER)
    return chatTraceOutcome(answer) ?? notDetected('The text contains no traces of an AI chat.')
  },

  locate: ({ text: { whole } }) => spansInText(whole.raw, artifactSpans(whole.plain)),
}
