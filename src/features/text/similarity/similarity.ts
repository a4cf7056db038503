/** The similarity of two answers, 0 to 1, computed from their sketches. */
import { type Sketch, WEIGHT_BITS, withoutWeight } from './sketch.ts'

/** The mean of shared letters and shared words: letters survive typos, words survive reordering. */
export function similarity(a: Sketch, b: Sketch): number {
  if (a.shingles.length === 0 || b.shingles.length === 0) return 0
  const letters = countShared(a.shingles, b.shingles)
  const words = weightOf(sharedWords(a, b))
  const allWords = weightOf(a.words) + weightOf(b.words) - words
  return (
    (letters / (a.shingles.length + b.shingles.length - letters) + (allWords === 0 ? 0 : words / allWords)) /
    2
  )
}

/** Hashes of the words that both answers have. */
export function wordsInCommon(a: Sketch, b: Sketch): Set<number> {
  return new Set(sharedWords(a, b).map(withoutWeight))
}

/** Fewer content words in common are a coincidence. */
const LEAST_CONTENT_WORDS = 3
const STOP_WORD_WEIGHT = 1

/** The answers have the same words, except for one that was added, left out or replaced. */
export function isOneWordChanged(a: Sketch, b: Sketch): boolean {
  if (Math.abs(a.words.length - b.words.length) > 1) return false
  const shared = sharedWords(a, b)
  if (Math.max(a.words.length, b.words.length) - shared.length > 1) return false
  return shared.filter((hash) => (hash & WEIGHT_BITS) > STOP_WORD_WEIGHT).length >= LEAST_CONTENT_WORDS
}

/** Two copies of one text with a changed letter each differ in two places. */
const MOST_PLACES = 2
/** A changed letter is in four shingles, two swapped ones are in five, and a replaced word of three letters in six. */
const SHINGLES_OF_LETTER = 5
/** There are fewer shingles around the last letters. */
const SHINGLES_AT_END = 4

/** The answers differ in single letters only, which were changed, added, left out or swapped. `order`: of the shingles of `a`. */
export function isLetterChanged(order: Uint32Array | null, a: Sketch, b: Sketch): boolean {
  if (order === null) return false
  const shared = countShared(a.shingles, b.shingles)
  const most = MOST_PLACES * SHINGLES_OF_LETTER
  const least = Math.min(a.shingles.length, b.shingles.length) / 2
  if (shared < least || a.shingles.length - shared > most || b.shingles.length - shared > most) return false
  if (!isSpellingChanged(a, b)) return false
  const others = new Set(b.shingles)
  let places = 0
  let length = 0
  for (const hash of order) {
    length = others.has(hash) ? 0 : length + 1
    if (length === 1) places++
    if (length > SHINGLES_OF_LETTER || places > MOST_PLACES) return false
  }
  return length <= SHINGLES_AT_END && b.shingles.length - shared <= Math.max(1, places) * SHINGLES_OF_LETTER
}

/** As many words of each answer are missing in the other, and not only "a" and "the". */
function isSpellingChanged(a: Sketch, b: Sketch): boolean {
  const [own, others] = [apart(a, b), apart(b, a)]
  return (
    own.length === others.length &&
    [...own, ...others].some((hash) => (hash & WEIGHT_BITS) > STOP_WORD_WEIGHT)
  )
}

/** Hashes of the words of `a` that `b` does not have. */
export const wordsApart = (a: Sketch, b: Sketch): Set<number> => new Set(apart(a, b).map(withoutWeight))

function apart(a: Sketch, b: Sketch): number[] {
  const shared = new Set(sharedWords(a, b))
  return [...a.words].filter((hash) => !shared.has(hash))
}

function weightOf(words: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < words.length; at++) sum += (words[at] as number) & WEIGHT_BITS
  return sum
}

/** In two ascending lists without repetitions. */
function countShared(a: Uint32Array, b: Uint32Array): number {
  let shared = 0
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const left = a[i] as number
    const right = b[j] as number
    if (left === right) shared++
    if (left <= right) i++
    if (left >= right) j++
  }
  return shared
}

/** With their weights. */
function sharedWords({ words: a }: Sketch, { words: b }: Sketch): number[] {
  const shared: number[] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const left = a[i] as number
    const right = b[j] as number
    if (left === right) shared.push(left)
    if (left <= right) i++
    if (left >= right) j++
  }
  return shared
}
