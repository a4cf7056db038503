/**
 * How surprising it is that two people write the same words by coincidence, in bits. Words that are frequent in English
 * or in the other answers to the question say little; "steep learning curve" is common in a survey about a language.
 */
import { answersIn, copiesIn, OWN_WORD_ANSWERS, type QuestionStats } from './question_stats.ts'
import { wordsOfQuestion } from './question_words.ts'
import { wordHash } from './similarity/sketch.ts'
import { isStopWord } from './stop_words.ts'
import type { WordBits, WordUse } from './word_bits.ts'
import { rankOf } from './word_rank.ts'
import { isUnspaced } from './words.ts'

const NUMBER = /^\p{N}+$/u

const STOP_WORD_BITS = 1.5
/** A character of a script without spaces is part of a word. */
const UNSPACED_BITS = 5

/** Words that are not among the 12,000 most frequent. */
const RARE_BITS = 14.5
const RARE_BITS_PER_LETTER = 0.3
const MOST_BITS = 18

/** `words`: folded. `answer`: the hash of the answer in the question statistics. */
export function wordBits(
  words: readonly string[],
  answer: string | null,
  question: string,
  stats: QuestionStats | null,
): WordBits {
  const same = answer === null ? 0 : copiesIn(stats, { answer })
  const useOf = (word: string): WordUse => {
    // A copy may have another number.
    if (isStopWord(word) || NUMBER.test(word)) return { bits: STOP_WORD_BITS, uses: 0 }
    return { bits: languageBits(word), uses: stats?.words.get(word) ?? 0 }
  }
  return {
    words: new Map([...new Set(words)].map((word) => [wordHash(word), useOf(word)])),
    asked: new Set(
      wordsOfQuestion(question)
        .filter((word) => !isStopWord(word))
        .map(wordHash),
    ),
    others: answersIn(stats),
    same,
    sameUses: Math.min(OWN_WORD_ANSWERS, same),
    hasNumber: words.some((word) => NUMBER.test(word)),
  }
}

/** By Zipf's law, the word of rank r is about one in ten times r words. */
function languageBits(word: string): number {
  if (isUnspaced(word)) return UNSPACED_BITS
  const rank = rankOf(word)
  return rank === undefined
    ? Math.min(MOST_BITS, RARE_BITS + RARE_BITS_PER_LETTER * word.length)
    : Math.log2(10 * (rank + 10))
}
