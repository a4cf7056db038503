/** The similarity of two answers, 0 to 1, computed from their sketches. */
import { type Sketch, WEIGHT_BITS, withoutWeight } from './sketch.ts'

/** The mean of shared letters and shared words: letters survive typos, words survive reordering. */
export function similarity(a: Sketch, b: Sketch): number {
  if (a.shingles.length === 0 || b.shingles.length === 0) return 0
  return (overlap(a.shingles, b.shingles, unweighted) + overlap(a.words, b.words, weight)) / 2
}

const unweighted = () => 1
const weight = (hash: number) => hash & WEIGHT_BITS

/** Hashes of the words that both answers have. */
export function wordsInCommon(a: Sketch, b: Sketch): Set<number> {
  const others = new Set(b.words)
  return new Set([...a.words].filter((hash) => others.has(hash)).map(withoutWeight))
}

/** Fewer content words in common are a coincidence. */
const LEAST_CONTENT_WORDS = 3
const STOP_WORD_WEIGHT = 1

/** The answers have the same words, except for one that was added, left out or replaced. */
export function isOneWordChanged(a: Sketch, b: Sketch): boolean {
  if (Math.abs(a.words.length - b.words.length) > 1) return false
  const others = new Set(b.words)
  const shared = [...a.words].filter((hash) => others.has(hash))
  if (Math.max(a.words.length, b.words.length) - shared.length > 1) return false
  return shared.filter((hash) => weight(hash) > STOP_WORD_WEIGHT).length >= LEAST_CONTENT_WORDS
}

/** The weighted Jaccard index of two ascending lists. */
function overlap(a: Uint32Array, b: Uint32Array, weigh: (hash: number) => number): number {
  let shared = 0
  let all = 0
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const left = a[i] as number
    const right = b[j] as number
    if (left === right) {
      shared += weigh(left)
      all += weigh(left)
      i++
      j++
    } else if (left < right) {
      all += weigh(left)
      i++
    } else {
      all += weigh(right)
      j++
    }
  }
  for (; i < a.length; i++) all += weigh(a[i] as number)
  for (; j < b.length; j++) all += weigh(b[j] as number)
  return all === 0 ? 0 : shared / all
}
