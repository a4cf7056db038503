/**
 * The challenge: small tasks whose results depend on a seed and on the browser engine. The script and the server derive
 * the tasks from the seed in the same way.
 * This file has no dependency, because the browser script is built from it.
 */

/** A whole number from 0 up to, but not including, `below`. */
export type Draw = (below: number) => number

/** The same seed gives the same sequence everywhere. Not cryptographic: the server alone chooses the seed. */
export function drawFrom(seed: string): Draw {
  const { imul } = Math
  let state = 0
  for (let i = 0; i < seed.length; i++) state = imul(state ^ seed.charCodeAt(i), 0x9e3779b1)
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export interface Tasks {
  /** Part of the error messages. It is no number, which some of the wrong operations would accept. */
  readonly word: string
  readonly count: number
  /** Which of the wrong operations to run. */
  readonly errors: readonly number[]
  /** Odd sixtieths of a CSS pixel: Firefox can lay them out exactly, the other engines cannot at any usual zoom. */
  readonly widths: readonly number[]
}

/** Where the results of each part begin in an answer. */
export const RESULT = {
  /** Hashes of the pictures of both seeds, or why there is none: `!brave`, `!resist`, `!noise` or `!absent`. */
  fixedPicture: 0,
  weeklyPicture: 1,
  /** Device pixels per CSS pixel, and the measured widths. */
  scale: 2,
  widths: 3,
  errors: 5,
  number: 8,
  math: 9,
  end: 13,
} as const

/** The number of wrong operations in `browser/challenge/wrong_operations.ts`. */
export const WRONG_OPERATIONS = 6

export const tasksFrom = (draw: Draw): Tasks => ({
  word: `z${draw(1e6)}`,
  count: draw(30) + 2,
  errors: [draw(WRONG_OPERATIONS), draw(WRONG_OPERATIONS), draw(WRONG_OPERATIONS)],
  widths: [widthFrom(draw), widthFrom(draw)],
})

/** Coprime with 60, so that no multiple of a smaller fraction equals it. */
const widthFrom = (draw: Draw): number => draw(99) / 2 + (6 * draw(4) + 1) / 60
