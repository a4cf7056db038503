/** Groups sessions with the same rhythm. The work grows with the number of sessions, not with that of pairs. */
import { isSameRhythm, type Rhythm, readSketch, rhythmMarks } from './rhythm_sketch.ts'

/** Sessions that are compared for one mark; of a copied recording, any of them will do. */
const PER_MARK = 8
/** Comparisons for one session. */
const MOST_COMPARED = 32

/** `sketches`: oldest first. Returns groups of at least two indexes, each in ascending order. */
export function sameRhythms(sketches: readonly string[]): number[][] {
  const rhythms = sketches.map(readSketch)
  const places = new Map<number, { readonly index: number; readonly at: number }[]>()
  const roots = rhythms.map((_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (roots[root] !== root) root = roots[root] as number
    roots[index] = root
    return root
  }
  for (const [index, rhythm] of rhythms.entries()) {
    let compared = 0
    for (const { mark, at } of rhythmMarks(rhythm)) {
      const known = places.get(mark)
      for (const other of known ?? []) {
        if (other.index === index || compared >= MOST_COMPARED) continue
        const [a, b] = [rootOf(index), rootOf(other.index)]
        if (a === b) continue
        compared++
        if (isSameRhythm(rhythm, rhythms[other.index] as Rhythm, at - other.at)) {
          roots[Math.max(a, b)] = Math.min(a, b)
        }
      }
      if (known === undefined) places.set(mark, [{ index, at }])
      else if (known.length < PER_MARK) known.push({ index, at })
    }
  }
  const groups = Map.groupBy(roots.keys(), rootOf)
  return [...groups.values()].filter(({ length }) => length > 1)
}
