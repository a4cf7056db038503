/**
 * A sketch represents an answer in similarity searches: sorted hashes of its four-letter shingles and of its words. The
 * text cannot be recovered from it.
 */
import { hashOn, hashStart, hashText, mix } from '../hash.ts'
import { foldText } from '../normalize.ts'
import { isStopWord } from '../stop_words.ts'
import { wordsOf } from '../words.ts'

export interface Sketch {
  /** Hashes of character shingles, ascending, all different. */
  readonly shingles: Uint32Array
  /** Hashes of words, ascending; the low four bits of each hold its weight. */
  readonly words: Uint32Array
}

/** The sketch of an answer that was just received. */
export interface NewSketch extends Sketch {
  /** The shingles as they follow each other, which are not stored; null: the text is too long. */
  readonly order: Uint32Array | null
}

const SHINGLE_CHARS = 4

/** The smallest hashes represent a long text: a similarity of 0.5 is then accurate to 0.03. */
const MOST_SHINGLES = 1024
const MOST_WORDS = 512
/** In a longer text, a few changed letters make no difference. */
const MOST_ORDERED = 400

/** Number of minhashes: two answers share the same fraction of these as of their shingles. */
const MINIMA = 72

/**
 * 24 hashes of three minima: answers that share half of their shingles share one in 96 of 100 cases. Among a million
 * answers to one question, about 150 share one by chance. So there are also 18 hashes of four: fewer than ten
 * share one by chance, and answers that share 0.7 of their shingles do in 99 of 100 cases.
 */
const ROWS = [3, 4]

/** The low bits of a word's hash. */
export const WEIGHT_BITS = 15

const FORMAT = 1
const HEADER_BYTES = 4

/** The initial hash state. */
const SHINGLE_START = hashStart('')

export function sketchText(text: string): NewSketch {
  const folded = foldText(text)
  return sketchFolded(folded, wordsOf(folded))
}

const DIGITS = /\p{N}+/gu

/** `words`: the words of the folded text. All numbers are equal: a copy with another number is a copy. */
export function sketchFolded(folded: string, words: readonly string[]): NewSketch {
  if (folded === '') return { shingles: new Uint32Array(), words: new Uint32Array(), order: null }
  if (LETTER.test(folded) && DIGIT.test(folded)) {
    return sketchOf(
      folded.replace(DIGITS, '0'),
      words.map((word) => word.replace(DIGITS, '0')),
    )
  }
  return sketchOf(folded, words)
}

/** Answers of numbers only stay as they are: "1990" is not "2010". */
const LETTER = /\p{L}/u
const DIGIT = /\p{N}/u

function sketchOf(folded: string, words: readonly string[]): NewSketch {
  const padded = ` ${folded} `
  const shingles = new Uint32Array(Math.max(1, padded.length - SHINGLE_CHARS + 1))
  for (let at = 0; at < shingles.length; at++) {
    shingles[at] = mix(hashOn(SHINGLE_START, padded, at, Math.min(at + SHINGLE_CHARS, padded.length)))
  }
  const different = [...new Set(words)]
  const weighed = new Uint32Array(different.length)
  for (const [at, word] of different.entries()) weighed[at] = hashOfWord(word) | weightOfWord(word)
  const order = shingles.length <= MOST_ORDERED ? shingles.slice() : null
  return { shingles: lowest(shingles, MOST_SHINGLES), words: lowest(weighed, MOST_WORDS), order }
}

const hashOfWord = (word: string): number => hashText(word, 1) & ~WEIGHT_BITS

/** A folded word as in a sketch, without its weight. */
export const wordHash = (word: string): number => hashOfWord(word.replace(DIGITS, '0')) >>> 0

/** The same from the sketch. */
export const withoutWeight = (hash: number): number => (hash & ~WEIGHT_BITS) >>> 0

/** The weight of a word in four bits: long words weigh more, stop words least. */
function weightOfWord(word: string): number {
  return isStopWord(word) ? 1 : Math.min(15, 3 + word.length)
}

/** Sorts `hashes` in place and returns the lowest unique ones. A `Set` would box most of the numbers. */
function lowest(hashes: Uint32Array, most: number): Uint32Array {
  hashes.sort()
  let count = 0
  for (let at = 0; at < hashes.length && count < most; at++) {
    if (count === 0 || hashes[at] !== hashes[count - 1]) hashes[count++] = hashes[at] as number
  }
  return hashes.slice(0, count)
}

/** Index keys that likely duplicates share. The last one is equal only for texts with equal sketches. */
export function indexHashesOf(sketch: Sketch): bigint[] {
  if (sketch.shingles.length === 0) return []
  const minima = new Uint32Array(MINIMA)
  for (let at = 0; at < MINIMA; at++) minima[at] = smallestUnder(sketch.shingles, mix(at + 1))
  const hashes: bigint[] = []
  for (const rows of ROWS) {
    for (let from = 0; from + rows <= MINIMA; from += rows) {
      let high = mix(hashes.length + 1)
      let low = mix(hashes.length + 0x9e3779b9)
      for (const smallest of minima.subarray(from, from + rows)) {
        high = mix(high ^ smallest)
        low = mix((low + Math.imul(smallest, 0x9e3779b1)) >>> 0)
      }
      hashes.push((BigInt(high >>> 1) << 32n) | BigInt(low))
    }
  }
  let whole = mix(sketch.shingles.length)
  let other = mix(sketch.words.length + 7)
  for (const hash of sketch.shingles) {
    whole = mix(whole ^ hash)
    other = mix((other + hash) >>> 0)
  }
  hashes.push((BigInt(whole >>> 1) << 32n) | BigInt(other))
  return hashes
}

/** Maps unsigned to signed order: the engine compares small signed integers without boxing. */
const SIGN = 0x8000_0000 | 0

/** `mix`, inlined: this runs 72 times over every answer and takes most of the time of a sketch. */
function smallestUnder(hashes: Uint32Array, seed: number): number {
  let smallest = 0x7fff_ffff
  for (let at = 0; at < hashes.length; at++) {
    let hash = (hashes[at] as number) ^ seed
    hash ^= hash >>> 16
    hash = Math.imul(hash, 0x85ebca6b)
    hash ^= hash >>> 13
    hash = Math.imul(hash, 0xc2b2ae35)
    hash ^= (hash >>> 16) ^ SIGN
    if (hash < smallest) smallest = hash
  }
  return (smallest ^ SIGN) >>> 0
}

export function packSketch(sketch: Sketch): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + 4 * (sketch.shingles.length + sketch.words.length))
  const view = new DataView(bytes.buffer)
  view.setUint8(0, FORMAT)
  view.setUint16(2, sketch.shingles.length, true)
  let at = HEADER_BYTES
  for (const hashes of [sketch.shingles, sketch.words]) {
    for (const hash of hashes) {
      view.setUint32(at, hash, true)
      at += 4
    }
  }
  return bytes
}

export function unpackSketch(bytes: Uint8Array): Sketch {
  if (bytes.length < HEADER_BYTES || bytes[0] !== FORMAT) {
    throw new Error('the sketch has an unknown format')
  }
  const byte = (at: number) => bytes[at] as number
  const split = byte(2) | (byte(3) << 8)
  const hashes = new Uint32Array((bytes.length - HEADER_BYTES) >> 2)
  // Ten times as fast as `Uint32Array.from` with a callback; a search unpacks dozens.
  for (let index = 0, at = HEADER_BYTES; index < hashes.length; index++, at += 4) {
    hashes[index] = byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16) | (byte(at + 3) << 24)
  }
  return { shingles: hashes.subarray(0, split), words: hashes.subarray(split) }
}
