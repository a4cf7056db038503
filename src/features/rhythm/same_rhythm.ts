/** Groups sessions with the same rhythm. The work grows with the number of sessions, not with that of pairs. */
import { createGroups } from '../groups.ts'
import { isSameRhythm, type Rhythm, readSketch, rhythmMarks } from './rhythm_sketch.ts'

/** Sessions that are compared for one mark; of a copied recording, any of them will do. */
const PER_MARK = 8
/** Comparisons for one session. */
const MOST_COMPARED = 32

/** `sketches`: oldest first. Returns groups of at least two indexes, each in ascending order. */
export function sameRhythms(sketches: readonly string[]): number[][] {
  const rhythms = sketches.map(readSketch)
  const places = new Map<number, { readonly index: number; readonly at: number }[]>()
  const groups = createGroups(rhythms.length)
  for (const [index, rhythm] of rhythms.entries()) {
    let compared = 0
    for (const { mark, at } of rhythmMarks(rhythm)) {
      const known = places.get(mark)
      for (const other of known ?? []) {
        if (compared >= MOST_COMPARED || groups.firstOf(index) === groups.firstOf(other.index)) continue
        compared++
        if (isSameRhythm(rhythm, rhythms[other.index] as Rhythm, at - other.at)) {
          groups.join(index, other.index)
        }
      }
      if (known === undefined) places.set(mark, [{ index, at }])
      else if (known.length < PER_MARK) known.push({ index, at })
    }
  }
  return groups.list()
}
