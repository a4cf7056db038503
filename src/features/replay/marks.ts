/**
 * Marks of a movement, by which a store finds sessions worth comparing: hashes over a few things in a row, their times
 * and ways rounded so coarsely that small noise leaves many of them as they are. A longer session only has more.
 */
import { BREAK, type Item, type Movement } from './movement.ts'

/** Things in a row behind one mark, and how coarsely each of their numbers is rounded. */
interface Grain {
  readonly length: number
  readonly cells: readonly number[]
  /** One mark in this many is kept, chosen by its own value, so that both sides keep the same. */
  readonly oneIn: number
}
const PRESSES: Grain = { length: 10, cells: [40], oneIn: 3 }
const STROKES: Grain = { length: 2, cells: [20, 20, 60, 60], oneIn: 1 }

/** Of one session: a few kilobytes of index, whatever is sent. */
export const MOST_MARKS = 120
const MOST_STROKE_MARKS = 30

export function marksOf({ presses, strokes }: Movement): number[] {
  const byStrokes = kept(strokes, STROKES, MOST_STROKE_MARKS)
  return [...kept(presses, PRESSES, MOST_MARKS - MOST_STROKE_MARKS), ...byStrokes]
}

/** The first ones, so that a session that goes on loses none. */
function kept(items: readonly Item[], grain: Grain, most: number): Set<number> {
  const marks = new Set<number>()
  for (const { mark } of gramsOf(items, grain)) {
    if (marks.size >= most) break
    if (mark % grain.oneIn === 0) marks.add(mark)
  }
  return marks
}

export interface Gram {
  readonly mark: number
  readonly at: number
}

export const pressGrams = (items: readonly Item[]): Gram[] => gramsOf(items, PRESSES)
export const strokeGrams = (items: readonly Item[]): Gram[] => gramsOf(items, STROKES)

function gramsOf(items: readonly Item[], { length, cells }: Grain): Gram[] {
  const rounded = items.map(([kind, ...numbers]) => [
    kind,
    ...numbers.map((number, i) => Math.floor(number / (cells[i] as number))),
  ])
  const grams: Gram[] = []
  let run = 0
  for (const [index, [kind]] of items.entries()) {
    run = kind === BREAK ? 0 : run + 1
    if (run < length) continue
    const at = index - length + 1
    grams.push({ mark: hash(rounded.slice(at, index + 1).flat()), at })
  }
  return grams
}

/** 48 bits, so that a mark is an exact number everywhere. */
function hash(numbers: readonly number[]): number {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (const number of numbers) {
    low = Math.imul(low ^ (number & 0xffff), 0x01000193)
    low = Math.imul(low ^ (number >>> 16), 0x01000193)
    high = Math.imul(high ^ number, 0x5bd1e995)
    high ^= high >>> 13
  }
  low ^= low >>> 15
  low = Math.imul(low, 0x2c1b3c6d)
  return (low >>> 0) * 0x10000 + ((high ^ (high >>> 16)) & 0xffff)
}
