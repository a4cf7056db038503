/** Answers that are made of the words of their question. Programs fill in surveys with such words in any order. */
import { stemOf, stemsAmong } from './overlap.ts'
import { wordsOfQuestion } from './question_words.ts'

/** At most so many content words are not from the question, and at least this share is. */
const MIN_WORDS = 8
const MOST_OTHERS = 2
const ASKED_SHARE = 0.6

/** `words`: folded. English only. */
export function isMadeOfQuestion(words: readonly string[], question: string): boolean {
  if (words.length < MIN_WORDS) return false
  const { own, asked } = contentOf(words, question)
  return own <= MOST_OTHERS && asked >= ASKED_SHARE * (own + asked)
}

/** The same in a longer answer, which repeats its words: "of the very natural of article of the something". */
const MIN_PADDED_WORDS = 12
const MOST_OTHERS_SHARE = 0.15
const MOST_DIFFERENT_SHARE = 0.75
const MIN_ASKED = 2

function isPaddedQuestion(words: readonly string[], question: string): boolean {
  if (words.length < MIN_PADDED_WORDS) return false
  const { own, asked } = contentOf(words, question)
  return (
    asked >= MIN_ASKED &&
    own <= MOST_OTHERS_SHARE * words.length &&
    new Set(words).size <= MOST_DIFFERENT_SHARE * words.length
  )
}

function contentOf(words: readonly string[], question: string): { own: number; asked: number } {
  const stems = stemsAmong(words)
  const known = stemsAmong(wordsOfQuestion(question))
  const own = [...stems].filter((stem) => !known.has(stem)).length
  return { own, asked: stems.size - own }
}

/** People who begin with the words of the question keep their order. */
const MIN_STEPS_BACK = 2

/** The words of the question in another order, with almost nothing else. */
export function isSalad(words: readonly string[], question: string): boolean {
  return (
    (isMadeOfQuestion(words, question) || isPaddedQuestion(words, question)) &&
    stepsBack(words, question) >= MIN_STEPS_BACK
  )
}

/** How often a word of the question stands before the one that precedes it in the question. */
function stepsBack(words: readonly string[], question: string): number {
  const asked = [...stemsAmong(wordsOfQuestion(question))]
  const places = words.map((word) => asked.indexOf(stemOf(word))).filter((place) => place !== -1)
  return places.filter((place, at) => place < (places[at - 1] ?? 0)).length
}
