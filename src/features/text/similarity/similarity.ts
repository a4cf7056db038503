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
