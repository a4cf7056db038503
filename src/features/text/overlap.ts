/** Content words that an answer shares with the question and with other participants' answers. */
import { foldText } from './normalize.ts'
import { isStopWord } from './stop_words.ts'
import { wordsOf } from './words.ts'

/** The first letters of a word are its stem. */
const STEM_CHARS = 5

/** A word of the question counts as three uses; uses above two add nothing. */
const QUESTION_USES = 3
const MOST_USES = 2

export function stemsOf(text: string): Set<string> {
  return stemsAmong(wordsOf(foldText(text)))
}

/** `words`: folded. */
export function stemsAmong(words: readonly string[]): Set<string> {
  return new Set(words.filter((word) => !isStopWord(word, 'en')).map(stemOf))
}

export function stemOf(word: string): string {
  return word.slice(0, STEM_CHARS)
}

/** `words`: the number of participants who used each folded word. `ignored`: this many of them do not count. */
export function overlapOfStems(
  answer: ReadonlySet<string>,
  question: ReadonlySet<string>,
  words: ReadonlyMap<string, number> = new Map(),
  ignored = 0,
): number {
  const uses = new Map<string, number>()
  for (const [word, count] of words) {
    const stem = stemOf(word)
    if (answer.has(stem)) uses.set(stem, (uses.get(stem) ?? 0) + count - ignored)
  }
  for (const stem of question) uses.set(stem, (uses.get(stem) ?? 0) + QUESTION_USES)
  let shared = 0
  for (const stem of answer) shared += Math.min(MOST_USES, uses.get(stem) ?? 0)
  return shared / Math.sqrt(Math.max(1, answer.size))
}
