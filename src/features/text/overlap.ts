/** Whether an answer shares its content words with the question and with what other participants wrote. */
import { foldText } from './normalize.ts'
import { isStopWord } from './stop_words.ts'
import { wordsOf } from './words.ts'

/** The first letters of a word stand for all its forms. */
const STEM_CHARS = 5

/** A word of the question counts as if three participants had used it; more than two add nothing. */
const QUESTION_USES = 3
const MOST_USES = 2

export function stemsOf(text: string): Set<string> {
  return stemsAmong(wordsOf(foldText(text)))
}

/** `words`: folded. */
export function stemsAmong(words: readonly string[]): Set<string> {
  return new Set(words.filter((word) => !isStopWord(word, 'en')).map(stemOf))
}

function stemOf(word: string): string {
  return word.slice(0, STEM_CHARS)
}

/** `words`: in how many answers each folded word stood. */
export function overlapOf(answer: string, question: string, words: Readonly<Record<string, number>>): number {
  return overlapOfStems(stemsOf(answer), stemsOf(question), words)
}

export function overlapOfStems(
  answer: ReadonlySet<string>,
  question: ReadonlySet<string>,
  words: Readonly<Record<string, number>>,
): number {
  const uses = new Map<string, number>()
  for (const [word, count] of Object.entries(words))
    uses.set(stemOf(word), (uses.get(stemOf(word)) ?? 0) + count)
  for (const stem of question) uses.set(stem, (uses.get(stem) ?? 0) + QUESTION_USES)
  const stems = [...answer]
  const shared = stems.reduce((sum, stem) => sum + Math.min(MOST_USES, uses.get(stem) ?? 0), 0)
  return shared / Math.sqrt(Math.max(1, stems.length))
}
