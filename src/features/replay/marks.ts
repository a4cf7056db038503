/**
 * Marks of a movement (input hashes in the docs), by which a store finds sessions worth comparing: hashes over a few
 * consecutive items. Times and distances are rounded so coarsely that small noise keeps many hashes equal. A longer
 * session only adds marks.
 */
import { BREAK, type Item, type Movement } from './movement.ts'

/** Consecutive items per mark, and how coarsely each of their numbers is rounded. */
interface Grain {
  readonly length: number
  readonly cells: readonly number[]
  /** One mark in this many is kept, selected by its value, so that both sides keep the same ones. */
  readonly oneIn: number
}
const PRESSES: Grain = { length: 10, cells: [40], oneIn: 3 }
const STROKES: Grain = { length: 2, cells: [20, 20, 60, 60], oneIn: 1 }

/** Per session: a few kilobytes of index, whatever is sent. */
export const MOST_MARKS = 120
const MOST_STROKE_MARKS = 30

export function marksOf({ presses, strokes }: Movement): number[] {
  const byStrokes = kept(strokes, STROKES, MOST_STROKE_MARKS)
  return [...kept(presses, PRESSES, MOST_MARKS - MOST_STROKE_MARKS), ...byStrokes]
}

/** The first ones, so that a growing session loses none. */
function kept(items: readonly Item[], grain: Grain, most: number): Set<number> {
  const marks = new Set<number>()
  eachGram(items, grain, (mark) => {
    if (mark % grain.oneIn === 0) marks.add(mark)
    return marks.size < most
  })
  return marks
}

export interface Gram {
  readonly mark: number
  readonly at: number
}

export const pressGrams = (items: readonly Item[]): Gram[] => gramsOf(items, PRESSES)
export const strokeGrams = (items: readonly Item[]): Gram[] => gramsOf(items, STROKES)

function gramsOf(items: readonly Item[], grain: Grain): Gram[] {
  const grams: Gram[] = []
  eachGram(items, grain, (mark, at) => {
    grams.push({ mark, at })
    return true
  })
  return grams
}

/** Stops when `visit` returns false. Hashes each item once and allocates nothing, because every session needs it. */
function eachGram(
  items: readonly Item[],
  { length, cells }: Grain,
  visit: (mark: number, at: number) => boolean,
): void {
  const hashes = new Int32Array(items.length)
  let run = 0
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as Item
    hashes[index] = hashOf(item, cells)
    run = item[0] === BREAK ? 0 : run + 1
    if (run < length) continue
    const at = index - length + 1
    if (!visit(joined(hashes, at, length), at)) return
  }
}

function hashOf(item: Item, cells: readonly number[]): number {
  let hash = Math.imul(item[0] ^ 0x811c9dc5, 0x01000193)
  for (let i = 1; i < item.length; i++) {
    const cell = Math.floor((item[i] as number) / (cells[i - 1] as number))
    hash = Math.imul(hash ^ cell, 0x5bd1e995)
    hash ^= hash >>> 15
  }
  return hash
}

/** 48 bits, so that a mark is an exact number in JavaScript and SQL. */
function joined(hashes: Int32Array, at: number, length: number): number {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (let i = at; i < at + length; i++) {
    const hash = hashes[i] as number
    low = Math.imul(low ^ hash, 0x01000193)
    low ^= low >>> 13
    high = Math.imul(high + hash, 0x2c1b3c6d)
    high ^= high >>> 16
  }
  return (low >>> 0) * 0x10000 + (high & 0xffff)
}
