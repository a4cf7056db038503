/**
 * How surprising it is that two people write the same words by coincidence, in bits. Words that are frequent in English
 * or in the other answers to the question say little; "steep learning curve" is common in a survey about a language.
 */
import { answersIn, copiesIn, OWN_WORD_ANSWERS, type QuestionStats } from './question_stats.ts'
import { wordsOfQuestion } from './question_words.ts'
import { wordHash } from './similarity/sketch.ts'
import { isStopWord } from './stop_words.ts'
import type { WordBits } from './word_bits.ts'
import { rankOf } from './word_rank.ts'
import { isUnspaced } from './words.ts'

const STOP_WORD_BITS = 1.5
/** A character of a script without spaces is part of a word. */
const UNSPACED_BITS = 5

/** A word of the question comes to mind at once. */
const MOST_ASKED_BITS = 3

/** Words that are not among the 12,000 most frequent. */
const RARE_BITS = 14.5
const RARE_BITS_PER_LETTER = 0.3
const MOST_BITS = 18

/** With few other answers, one use of a word says less. */
const UNSEEN_ANSWERS = 8

/** Other answers lower the bits of a word to this share at most: many near copies must not hide each other. */
const LEAST_SHARE = 0.4

/** `words`: folded. `answer`: the hash of the answer in the question statistics. */
export function wordBits(
  words: readonly string[],
  answer: string | null,
  question: string,
  stats: QuestionStats | null,
): WordBits {
  const asked = new Set(wordsOfQuestion(question))
  const others = answersIn(stats)
  const copies = answer === null ? 0 : Math.min(OWN_WORD_ANSWERS, copiesIn(stats, { answer }))
  const bitsOf = (word: string): number => {
    // A copy may have another number.
    if (isStopWord(word) || /^\p{N}+$/u.test(word)) return STOP_WORD_BITS
    const language = languageBits(word)
    const uses = (stats?.words.get(word) ?? 0) - copies
    const peers = uses > 0 ? Math.log2((others + UNSEEN_ANSWERS) / uses) : language
    const own = Math.max(LEAST_SHARE * language, Math.min(language, peers))
    return asked.has(word) ? Math.min(MOST_ASKED_BITS, own) : own
  }
  return new Map([...new Set(words)].map((word) => [wordHash(word), bitsOf(word)]))
}

/** By Zipf's law, the word of rank r is about one in ten times r words. */
function languageBits(word: string): number {
  if (isUnspaced(word)) return UNSPACED_BITS
  const rank = rankOf(word)
  return rank === undefined
    ? Math.min(MOST_BITS, RARE_BITS + RARE_BITS_PER_LETTER * word.length)
    : Math.log2(10 * (rank + 10))
}
