/** Style features of an English text: hashed n-grams of its words, of masked words and of letters, as a unit vector. */
import { openHashedCounts, type StyleFeatures } from '../hashed_counts.ts'
import { addLetters, addMasked, addWords, maskOf, openHashes } from './style_pieces.ts'

export type { StyleFeatures } from '../hashed_counts.ts'

/** The number of features. */
export const HASHED = 2 ** 19

const counts = openHashedCounts(HASHED)
const hashes = openHashes()

/** `words`: from `styleWords`. */
export function styleOf(words: readonly string[]): StyleFeatures {
  const framed = ['<s>', ...words, '</s>']
  hashes.length = 0
  addWords(framed, hashes)
  addMasked(framed.map(maskOf), hashes)
  addLetters(` ${words.join(' ')} `, hashes)
  counts.add(hashes.values, 0, hashes.length)
  return counts.take()
}
