/**
 * Phrases of four words that two people rarely choose alike. Language models that answer a question independently
 * converge on the same phrases; people do not.
 */
import { hashText } from './hash.ts'
import { rankOf } from './word_rank.ts'

export interface Phrase {
  /** 24 bits. */
  readonly hash: number
  /** How surprising the phrase is, in bits above a common phrase. */
  readonly bits: number
  /** Index of its first word. */
  readonly at: number
}

export const PHRASE_WORDS = 4

/** Phrases with fewer bits are common: "it would have been". */
const COMMON_BITS = 24

const HASH_BITS = 24

/** Longer answers are compared by their beginning. */
const MOST_PHRASES = 120

/** `words`: from `styleWords`. Words of the question add nothing. The result has different hashes. */
export function phrasesOf(words: readonly string[], asked: ReadonlySet<string>): Phrase[] {
  const bits = words.map((word) => (asked.has(word) ? 0 : bitsOf(word)))
  const found = new Map<number, Phrase>()
  for (let at = 0; at + PHRASE_WORDS <= words.length && found.size < MOST_PHRASES; at++) {
    let sum = -COMMON_BITS
    for (let k = at; k < at + PHRASE_WORDS; k++) sum += bits[k] as number
    if (sum <= 0) continue
    const hash = hashText(words.slice(at, at + PHRASE_WORDS).join(' ')) >>> (32 - HASH_BITS)
    if (!found.has(hash)) found.set(hash, { hash, bits: sum, at })
  }
  return [...found.values()]
}

/** Surprise of a word by Zipf's law: the share of a word is about a tenth of the inverse of its rank. */
function bitsOf(word: string): number {
  const rank = rankOf(word)
  return rank === undefined ? UNLISTED_BITS : Math.log2(10 * (rank + 1))
}

/** A word that is not among the 12,000 most frequent ones. */
const UNLISTED_BITS = Math.log2(20 * 12_000)
