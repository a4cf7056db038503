/** Answers that say almost nothing in many words: the question copied back, or the same words again and again. */
import { isFillerWord, turned } from './information.ts'
import { wordsOfQuestion } from './question_words.ts'
import { isStopWord } from './stop_words.ts'
import { wordsOf } from './words.ts'

/** A shorter question is a label, which may be a good answer. */
const MIN_QUESTION_WORDS = 4

/** At least this share of the words of the question is copied, and no content word is added. */
const COPIED_SHARE = 0.7

/** The question may be copied several times, with its number or the text around it ("must be at least 50 characters"). */
const MOST_ADDED_SHARE = 0.15

export function isCopiedQuestion(folded: string, question: string): boolean {
  const asked = wordsOfQuestion(question).map(turned)
  const words = wordsOf(folded).map(turned)
  if (asked.length < MIN_QUESTION_WORDS || words.length < MIN_QUESTION_WORDS) return false
  const known = new Set(asked)
  if (new Set(words.filter((word) => known.has(word))).size < COPIED_SHARE * known.size) return false
  const added = words.filter((word) => !known.has(word) && !isStopWord(word) && !/^\p{N}+$/u.test(word))
  return (
    added.length === 0 ||
    (asked.length >= LONG_QUESTION_WORDS && added.length <= MOST_ADDED_SHARE * words.length)
  )
}

/** In a shorter question, a few added words may be the answer. */
const LONG_QUESTION_WORDS = 12

/** Shorter answers have no padding that can be measured. */
const MIN_PADDED_WORDS = 12
const LEAST_CONTENT_SHARE = 0.14
/** Sentences with few content words that repeat nothing are not padded. */
const MOST_DIFFERENT_SHARE = 0.8

/** "blah blah blah": the same one or two words. */
const MIN_REPEATED_WORDS = 6
const LEAST_DIFFERENT_SHARE = 0.34

/** "very very very nice": the share of words that repeat the one before. */
const MOST_REPEATS_SHARE = 0.3

export function isPadded(folded: string): boolean {
  const words = wordsOf(folded)
  if (words.length < MIN_REPEATED_WORDS) return false
  const repeats = words.filter((word, at) => word === words[at - 1]).length
  if (repeats > MOST_REPEATS_SHARE * words.length) return true
  const different = new Set(words).size
  if (different < LEAST_DIFFERENT_SHARE * words.length) return true
  if (words.length < MIN_PADDED_WORDS || different > MOST_DIFFERENT_SHARE * words.length) return false
  const content = new Set(words.filter((word) => !isStopWord(word) && !isFillerWord(word)))
  return content.size < LEAST_CONTENT_SHARE * words.length
}
