/** How alike two answers are, 0 to 1, from their sketches alone, and from where on that is no accident. */
import type { Sketch } from './sketch.ts'

/** Half shared letters, half shared words: letters survive typos, words survive reordering. */
export function likeness(a: Sketch, b: Sketch): number {
  if (a.shingles.length === 0 || b.shingles.length === 0) return 0
  return (overlap(a.shingles, b.shingles, one) + overlap(a.words, b.words, weight)) / 2
}

const one = () => 1
const weight = (hash: number) => hash & 15

/** Weighted Jaccard of two ascending lists; where one was cut, both are read up to where the cut list ends. */
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
