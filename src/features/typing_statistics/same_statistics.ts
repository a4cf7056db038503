/** Groups sessions that were typed with the same statistics and come from several sources. */
import { createGroups } from '../groups.ts'
import { LEAST_PRESSES, readStatistics, type TypingStatistics } from './statistics_sketch.ts'

/** In units of the chance variation of one program. A third of the pairs of its sessions are as near as this. */
export const WITHIN = 3.7
/**
 * Sources within that distance of one session, including its own. Of 866 people, at most three are as near to each other
 * by chance; among more people, more are.
 */
const LEAST_SOURCES = 6
const SOURCES_PER_MORE = 400
/** Neighbors that are kept of a session, which bounds the work. */
const MOST_NEAR = 128

export const leastSources = (among: number): number => LEAST_SOURCES + Math.floor(among / SOURCES_PER_MORE)

/**
 * `sketches`: oldest first. `sources`: a number for each; sessions that may be of one person have the same. Returns
 * groups of indexes, each in ascending order. A session with enough neighbors brings them into its group.
 */
export function sameStatistics(sketches: readonly string[], sources: readonly number[]): number[][] {
  const all = sketches.map(readStatistics)
  const near = all.map((): number[] => [])
  for (const [index, own] of all.entries()) {
    const ownNear = near[index] as number[]
    for (let other = 0; other < index; other++) {
      const otherNear = near[other] as number[]
      if (ownNear.length >= MOST_NEAR && otherNear.length >= MOST_NEAR) continue
      if (!isNear(own, all[other] as TypingStatistics)) continue
      if (ownNear.length < MOST_NEAR) ownNear.push(other)
      if (otherNear.length < MOST_NEAR) otherNear.push(index)
    }
  }
  const least = leastSources(new Set(sources).size)
  const isDense = near.map(
    (others, index) => new Set([index, ...others].map((each) => sources[each])).size >= least,
  )
  const groups = createGroups(all.length)
  const isPlaced = [...isDense]
  for (const [index, others] of near.entries()) {
    if (isDense[index] !== true) continue
    for (const other of others) {
      // A session between two groups belongs to the first and does not join them.
      if (isDense[other] !== true && isPlaced[other]) continue
      isPlaced[other] = true
      groups.join(index, other)
    }
  }
  return groups.list()
}

/** More presses vary less by chance, so the distance counts more. */
function isNear(a: TypingStatistics, b: TypingStatistics): boolean {
  const presses = (2 * a.presses * b.presses) / (a.presses + b.presses)
  const most = (WITHIN ** 2 * LEAST_PRESSES) / presses
  let sum = 0
  for (let i = 0; i < a.values.length; i++) {
    sum += ((a.values[i] as number) - (b.values[i] as number)) ** 2
    if (sum > most) return false
  }
  return true
}
