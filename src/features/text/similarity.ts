/** The similarity of two answers, 0 to 1, computed from their sketches. */
import type { Sketch } from './sketch.ts'

/** The mean of shared letters and shared words: letters survive typos, words survive reordering. */
export function similarity(a: Sketch, b: Sketch): number {
  if (a.shingles.length === 0 || b.shingles.length === 0) return 0
  return (overlap(a.shingles, b.shingles, one) + overlap(a.words, b.words, weight)) / 2
}

const one = () => 1
const weight = (hash: number) => hash & 15

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
