import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { listedSession } from '../../../test/samples/session_facts.ts'
import { sketchOfTimes } from '../../features/rhythm/rhythm_sketch.ts'
import type { FactStore, ListedSession } from '../../store/facts.ts'
import { findClusters } from './find_clusters.ts'
import { openClusters } from './session_clusters.ts'

const NOW = 1_742_913_050_000
/** Random pauses, other ones for each seed. */
function rhythm(seed: number): string | null {
  const bytes = createHash('shake256', { outputLength: 140 }).update(`${seed}`).digest()
  let at = 0
  return sketchOfTimes(Array.from(bytes, (byte) => (at += 60 + 4 * byte)))
}

/** Newest first. The newest two have the same rhythm. */
const sessions = (count: number): ListedSession[] =>
  Array.from({ length: count }, (_, index) =>
    listedSession(
      { sessionId: `session ${index}`, startedAt: NOW - index, lastAt: NOW - index, userId: `user ${index}` },
      { rhythm: rhythm(Math.max(1, index)) },
    ),
  )

const factsOf = (rows: ListedSession[]) =>
  ({ list: async () => ({ rows, end: null }) }) as unknown as FactStore

it.each([
  ['few sessions', 20],
  ['many sessions, on a thread', 300],
])('links %s', async (_, count) => {
  const rows = sessions(count)
  const { found } = await openClusters(factsOf(rows), () => NOW)('w')
  expect(found.scanned).toBe(count)
  expect(found.items).toEqual(findClusters('w', rows.toReversed()).clusters)
  expect(found.items).toContainEqual(expect.objectContaining({ kind: 'rhythm', sessions: 2 }))
})
