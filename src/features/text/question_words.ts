/** The folded text and the words of a question, which many features of every answer use. */
import { memoize } from './memoize.ts'
import { foldText } from './normalize.ts'
import { wordsOf } from './words.ts'

export const foldQuestion = memoize(foldText)

export const wordsOfQuestion: (question: string) => readonly string[] = memoize((question) =>
  wordsOf(foldText(question)),
)
