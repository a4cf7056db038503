/** How much of one movement repeats another, item by item and in order. */
import { type Gram, pressGrams, strokeGrams } from './marks.ts'
import { BREAK, type Item, type Movement } from './movement.ts'

export interface Repeat {
  /** Presses and releases that repeat, of how many. */
  readonly presses: number
  readonly pressesOf: number
  readonly strokes: number
  readonly strokesOf: number
}

interface Kind {
  /** Numbers closer than this count as equal, given the clocks of browsers and replay tools. */
  readonly within: readonly number[]
  /** Shorter runs occur by chance. */
  readonly least: number
  /** Different values among repeated items: a macro with equal pauses repeats itself without being a replay. */
  readonly variety: number
  /** Coarseness of variety. */
  readonly cells: readonly number[]
}
const PRESSES: Kind = { within: [12], least: 24, variety: 8, cells: [24] }
const STROKES: Kind = { within: [8, 8, 30, 30], least: 4, variety: 4, cells: [30, 30, 60, 60] }

/** Even regular typists differ by more than this; where times agree so well, less variety is needed. */
const EXACT_MS = 2
const FINER = 2

/** One item that differs outweighs this many that repeat, so a run ends where the similarity ends. */
const MISS = 3
/** Alignments of the two sequences that are tried, which bounds the work. */
const MOST_SHIFTS = 24
/** Within one session, a repetition is at least this far from its original. */
const APART = 16

export function repeatOf(own: Movement, other: Movement): Repeat {
  return {
    presses: repeated(own.presses, other.presses, pressGrams, PRESSES, 0),
    pressesOf: countWithoutBreaks(own.presses),
    strokes: repeated(own.strokes, other.strokes, strokeGrams, STROKES, 0),
    strokesOf: countWithoutBreaks(own.strokes),
  }
}

/** How much of a session repeats an earlier part of itself. */
export function repeatWithin(own: Movement): Repeat {
  return {
    presses: repeated(own.presses, own.presses, pressGrams, PRESSES, APART),
    pressesOf: countWithoutBreaks(own.presses),
    strokes: repeated(own.strokes, own.strokes, strokeGrams, STROKES, APART / 2),
    strokesOf: countWithoutBreaks(own.strokes),
  }
}

const countWithoutBreaks = (items: readonly Item[]): number => items.filter(([kind]) => kind !== BREAK).length

function repeated(
  own: readonly Item[],
  other: readonly Item[],
  gramsOf: (items: readonly Item[]) => Gram[],
  kind: Kind,
  apart: number,
): number {
  const places = new Map<number, number[]>()
  const grams = gramsOf(other)
  for (const { mark, at } of grams) {
    const known = places.get(mark)
    if (known === undefined) places.set(mark, [at])
    else if (known.length < 4) known.push(at)
  }
  const votes = new Map<number, number>()
  for (const { mark, at } of own === other ? grams : gramsOf(own)) {
    for (const place of places.get(mark) ?? []) {
      const shift = at - place
      if (shift >= apart || apart === 0) votes.set(shift, (votes.get(shift) ?? 0) + 1)
    }
  }
  const found = new Set<number>()
  const shifts = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_SHIFTS)
  for (const [shift] of shifts) {
    if (shift === 0 && own === other) continue
    for (const index of likeStretches(own, other, shift, kind)) found.add(index)
  }
  return found.size
}

/** Indexes of `own` in runs that are long and varied enough to be no accident. */
function likeStretches(own: readonly Item[], other: readonly Item[], shift: number, kind: Kind): number[] {
  const found: number[] = []
  let stretch: number[] = []
  let score = 0
  let best = 0
  let length = 0
  const close = (): void => {
    const kept = stretch.slice(0, length)
    // Drumming on one key repeats itself exactly; within a session only variety is evidence.
    const isExact = () => own !== other && offOf(own, other, shift, kept) <= EXACT_MS
    const variety = best >= kind.least ? varietyOf(own, kept, kind, 1) : 0
    if (variety >= kind.variety) found.push(...kept)
    else if (best >= kind.least && isExact() && varietyOf(own, kept, kind, FINER) >= kind.variety) {
      found.push(...kept)
    }
    stretch = []
    score = 0
    best = 0
    length = 0
  }
  for (let i = Math.max(0, shift); i < own.length && i - shift < other.length; i++) {
    if (isLike(own[i] as Item, other[i - shift] as Item, kind)) {
      stretch.push(i)
      score++
      if (score > best) {
        best = score
        length = stretch.length
      }
    } else {
      score -= MISS
      if (score <= 0) close()
    }
  }
  close()
  return found
}

function isLike(own: Item, other: Item, { within }: Kind): boolean {
  if (own[0] === BREAK || own[0] !== other[0]) return false
  return within.every((limit, i) => Math.abs((own[i + 1] as number) - (other[i + 1] as number)) <= limit)
}

/** Mean difference of the last number, which is a time. */
function offOf(
  own: readonly Item[],
  other: readonly Item[],
  shift: number,
  indexes: readonly number[],
): number {
  let sum = 0
  for (const index of indexes) {
    sum += Math.abs(
      ((own[index] as Item).at(-1) as number) - ((other[index - shift] as Item).at(-1) as number),
    )
  }
  return sum / Math.max(1, indexes.length)
}

function varietyOf(
  items: readonly Item[],
  indexes: readonly number[],
  { cells }: Kind,
  finer: number,
): number {
  const values = indexes.map((index) =>
    (items[index] as Item)
      .slice(1)
      .map((number, i) => Math.floor((finer * number) / (cells[i] as number)))
      .join(),
  )
  return new Set(values).size
}
