/** The usual share of a word among the different words of people's answers, by its rank in English. */
import stored from './common_words.json' with { type: 'json' }
import { once } from './once.ts'
import { wordHash } from './wording.ts'

/** By Zipf's law, the word of rank r is about one in ten times r words. */
const FIRST_SHARE = 0.1
/** The words of a usual answer, of which each different one counts once. */
const ANSWER_WORDS = 25

/** The share of a word that is not among the 12,000 most frequent ones. */
const RARE_SHARE = 1e-5

/** The listed words make up this share of all. */
const LISTED_SHARE = 0.9

const shares = once(() => {
  const raw = stored.words
    .split(' ')
    .map((word, rank) => [wordHash(word), 1 - Math.exp((-ANSWER_WORDS * FIRST_SHARE) / (rank + 1))] as const)
  const total = raw.reduce((sum, [, share]) => sum + share, 0) / LISTED_SHARE
  return new Map(raw.map(([hash, share]) => [hash, share / total]))
})

export const usualShare = (hash: number): number => Math.max(RARE_SHARE, shares().get(hash) ?? 0)
