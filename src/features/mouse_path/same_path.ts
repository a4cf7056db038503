/** Groups sessions with the same mouse path. The work grows with the number of sessions, not with that of pairs. */
import { createGroups } from '../groups.ts'
import { LEAST_STROKES, readPath, type StrokeShape } from './path_sketch.ts'

/** How far two strokes of the same path differ when positions and times have noise. */
const WITHIN_PX = 12
const WITHIN_MS = 60
const WITHIN_BEND_PX = 6
/** Of the shorter path: long paths have more strokes that agree by chance. */
const LEAST_SHARE = 0.4
/** Different strokes among those that agree: moving to and fro between two places repeats itself. */
const LEAST_VARIETY = 4
const VARIETY_PX = 40
/** Sessions that are compared for one mark; of a copied recording, any of them will do. */
const PER_MARK = 8
/** Comparisons for one session. */
const MOST_COMPARED = 16

/** `sketches`: oldest first. Returns groups of at least two indexes, each in ascending order. */
export function samePaths(sketches: readonly string[]): number[][] {
  const paths = sketches.map(readPath)
  const sessions = new Map<number, number[]>()
  const groups = createGroups(paths.length)
  for (const [index, path] of paths.entries()) {
    const compared = new Set<number>()
    for (const mark of marksOf(path)) {
      const known = sessions.get(mark)
      for (const other of known ?? []) {
        if (compared.size >= MOST_COMPARED || compared.has(other)) continue
        if (groups.firstOf(index) === groups.firstOf(other)) continue
        compared.add(other)
        if (isSamePath(path, paths[other] as StrokeShape[])) groups.join(index, other)
      }
      if (known === undefined) sessions.set(mark, [index])
      else if (known.length < PER_MARK && known.at(-1) !== index) known.push(index)
    }
  }
  return groups.list()
}

const MARK_PX = 40
const MARK_CELLS = 2_048

/** Marks by which paths are found that may be the same: the ends of two strokes in a row. Coarse cells absorb noise. */
function marksOf(path: readonly StrokeShape[]): number[] {
  const cellOf = (px: number): number => (Math.floor(px / MARK_PX) + MARK_CELLS) % MARK_CELLS
  const cells = path.map(({ dx, dy }) => cellOf(dx) * MARK_CELLS + cellOf(dy))
  return cells.slice(1).map((cell, i) => (cells[i] as number) * MARK_CELLS ** 2 + cell)
}

function isAlike(a: StrokeShape, b: StrokeShape): boolean {
  if (Math.abs(a.dx - b.dx) > WITHIN_PX || Math.abs(a.dy - b.dy) > WITHIN_PX) return false
  if (Math.abs(a.ms - b.ms) > WITHIN_MS) return false
  return a.bends.every((bend, part) => Math.abs(bend - (b.bends[part] as number)) <= WITHIN_BEND_PX)
}

/** Whether enough different strokes agree in the same order. */
function isSamePath(path: readonly StrokeShape[], other: readonly StrokeShape[]): boolean {
  const least = Math.max(LEAST_STROKES, LEAST_SHARE * Math.min(path.length, other.length))
  const pairs: (readonly [number, number])[] = []
  for (const [at, shape] of path.entries()) {
    for (const [otherAt, otherShape] of other.entries()) {
      if (isAlike(shape, otherShape)) pairs.push([at, otherAt])
    }
  }
  if (pairs.length < least) return false
  const chain = longestChain(pairs)
  if (chain.length < least) return false
  const places = chain.map(([at]) => {
    const { dx, dy } = path[at] as StrokeShape
    return `${Math.round(dx / VARIETY_PX)} ${Math.round(dy / VARIETY_PX)}`
  })
  return new Set(places).size >= LEAST_VARIETY
}

/** The longest run of pairs that ascends in both numbers. */
function longestChain(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const lengths: number[] = []
  const before: number[] = []
  let end = 0
  for (const [i, [at, otherAt]] of pairs.entries()) {
    lengths[i] = 1
    before[i] = -1
    for (let j = 0; j < i; j++) {
      const [earlier, otherEarlier] = pairs[j] as readonly [number, number]
      if (earlier >= at || otherEarlier >= otherAt || (lengths[j] as number) < (lengths[i] as number))
        continue
      lengths[i] = (lengths[j] as number) + 1
      before[i] = j
    }
    if ((lengths[i] as number) > (lengths[end] as number)) end = i
  }
  const chain: (readonly [number, number])[] = []
  for (let i = end; i >= 0; i = before[i] as number) chain.push(pairs[i] as readonly [number, number])
  return chain.reverse()
}
