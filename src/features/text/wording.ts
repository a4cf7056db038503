/** The different words of an answer as hashes: enough to compare answers, too little to read them. */
import { hashText } from './hash.ts'
import { memoize } from './memoize.ts'
import { styleWords } from './style/style_words.ts'

/** Sorted hashes of 24 bits, packed as base64. Empty: nothing to compare. */
export type Wording = string

const HASH_BYTES = 3

/** Longer answers are compared by their beginning, middle and end. */
const MOST_WORDS = 200
const BEGINNING_WORDS = 100
const MIDDLE_WORDS = 50
const END_WORDS = 50

/** Shorter answers say nothing about their author. */
export const MIN_WORDING_WORDS = 4

const asked = memoize((question) => new Set(styleWords(question)))

export const wordHash = (word: string): number => hashText(word) >>> 8

/** `words`: from `styleWords`. Words of the question say nothing. */
export function wordingOf(words: readonly string[], question: string): Wording {
  if (words.length < MIN_WORDING_WORDS) return ''
  const excluded = asked(question)
  const own = comparedWords(words).filter((word) => !excluded.has(word))
  const hashes = Uint32Array.from(new Set(own.map(wordHash))).sort()
  const bytes = Buffer.allocUnsafe(HASH_BYTES * hashes.length)
  for (const [at, hash] of hashes.entries()) bytes.writeUIntBE(hash, HASH_BYTES * at, HASH_BYTES)
  return bytes.toString('base64')
}

function comparedWords(words: readonly string[]): readonly string[] {
  if (words.length <= MOST_WORDS) return words
  const middle = (words.length - MIDDLE_WORDS) >> 1
  return [
    ...words.slice(0, BEGINNING_WORDS),
    ...words.slice(middle, middle + MIDDLE_WORDS),
    ...words.slice(-END_WORDS),
  ]
}

export function hashesIn(wording: Wording): Uint32Array {
  const bytes = Buffer.from(wording, 'base64')
  const hashes = new Uint32Array(Math.floor(bytes.length / HASH_BYTES))
  for (let at = 0; at < hashes.length; at++) {
    // `readUIntBE` without its checks.
    const from = HASH_BYTES * at
    hashes[at] =
      ((bytes[from] as number) << 16) | ((bytes[from + 1] as number) << 8) | (bytes[from + 2] as number)
  }
  return hashes
}
