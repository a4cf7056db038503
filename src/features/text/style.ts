/**
 * The style of an English text as numbers: hashed pieces of words, of sentences with their content words masked,
 * and of letters, plus a few measures of punctuation and case. Typography is taken away first (`plainText`).
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

/** Where the measures of `styleOf` begin. */
export const HASHED = 2 ** 18

/** Where the measures of each view begin: writing at large has more turns of phrase than answers have. */
export const VIEW_HASHED = 2 ** 20

export interface Styles {
  /** All pieces together. */
  readonly whole: StyleFeatures
  /** The same text by its words, by its letters, and by its sentences with content words masked. */
  readonly views: readonly StyleFeatures[]
}

export const VIEWS = ['words', 'letters', 'masks'] as const

const wholeCounts = openHashedCounts(HASHED)
const viewCounts = openHashedCounts(VIEW_HASHED)
const hashes = openHashes()

interface Read {
  readonly plain: string
  readonly words: readonly string[]
  readonly masked: readonly string[]
  readonly letters: string
  readonly measures: readonly number[]
}

function read(text: string): Read {
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
  const own = read(text)
  viewsIn(own, true)
  return wholeCounts.take(own.measures)
}

/** Reads the text once for both. */
export function stylesOf(text: string): Styles {
  const own = read(text)
  const views = viewsIn(own, true)
  return { whole: wholeCounts.take(own.measures), views }
}

export function viewsOf(text: string): readonly StyleFeatures[] {
  return viewsIn(read(text), false)
}

/** `withWhole`: also counts what the whole has of them. */
function viewsIn({ masked, words, letters, measures }: Read, withWhole: boolean): readonly StyleFeatures[] {
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
