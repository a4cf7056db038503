/**
 * Style features of an English text: hashed n-grams of words, of sentences with masked content words, and of letters, plus
 * measures of punctuation and case. Typography is removed first (`plainText`).
 */
import { openHashedCounts, type StyleFeatures } from './hashed_counts.ts'
import { plainText } from './normalize.ts'
import { styleMeasures } from './style_measures.ts'
import {
  addLetters,
  addMaskedRuns,
  addSkipped,
  addTriples,
  addWords,
  maskOf,
  openHashes,
  styleTokens,
} from './style_pieces.ts'
import { rankOf } from './word_rank.ts'

export type { StyleFeatures } from './hashed_counts.ts'

/** The first index of the measures in `styleOf`. */
export const HASHED = 2 ** 18

/** The first index of the measures in each view: general writing has more different n-grams than answers. */
export const VIEW_HASHED = 2 ** 20

export interface Styles {
  /** All n-grams together. */
  readonly whole: StyleFeatures
  /** Separate features for words, letters, and masked sentences. */
  readonly views: readonly StyleFeatures[]
}

export const VIEWS = ['words', 'letters', 'masks'] as const

const wholeCounts = openHashedCounts(HASHED)
const viewCounts = openHashedCounts(VIEW_HASHED)
const hashes = openHashes()

interface Tokens {
  readonly plain: string
  readonly words: readonly string[]
  readonly masked: readonly string[]
  readonly letters: string
  readonly measures: readonly number[]
}

function tokenize(text: string): Tokens {
  const plain = plainText(text)
  const tokens = styleTokens(plain)
  return {
    plain,
    words: tokens.map((token) => token.toLowerCase()),
    masked: tokens.map(maskOf),
    letters: ` ${plain.toLowerCase()} `,
    measures: styleMeasures(plain, rankOf),
  }
}

export function styleOf(text: string): StyleFeatures {
  const own = tokenize(text)
  viewsIn(own, true)
  return wholeCounts.take(own.measures)
}

/** Tokenizes the text once for both. */
export function stylesOf(text: string): Styles {
  const own = tokenize(text)
  const views = viewsIn(own, true)
  return { whole: wholeCounts.take(own.measures), views }
}

export function viewsOf(text: string): readonly StyleFeatures[] {
  return viewsIn(tokenize(text), false)
}

/** `withWhole`: also counts the n-grams of `whole`. */
function viewsIn({ masked, words, letters, measures }: Tokens, withWhole: boolean): readonly StyleFeatures[] {
  const take = (shared: number): StyleFeatures => {
    if (withWhole) wholeCounts.add(hashes.values, 0, shared)
    viewCounts.add(hashes.values, 0, hashes.length)
    hashes.length = 0
    return viewCounts.take(measures)
  }
  addMaskedRuns(masked, hashes)
  const masks = hashes.length
  addSkipped(masked, hashes)
  const byMasks = take(masks)
  addWords(words, hashes)
  const pairs = hashes.length
  addTriples(words, hashes)
  const byWords = take(pairs)
  addLetters(letters, 3, hashes)
  addLetters(letters, 4, hashes)
  const quadruples = hashes.length
  addLetters(letters, 5, hashes)
  return [byWords, take(quadruples), byMasks]
}
