import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sketchOfTimes } from '../../src/features/rhythm/rhythm_sketch.ts'
import type { ListedSession } from '../../src/store/facts.ts'
import type { Store } from '../../src/store/store.ts'
import { listedSession } from '../../test/samples/session_facts.ts'
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
const sessions = (count: number, survey = 0): ListedSession[] =>
  Array.from({ length: count }, (_, index) =>
    listedSession(
      { sessionId: `session ${index}`, startedAt: NOW - index, lastAt: NOW - index, userId: `user ${index}` },
      { rhythm: rhythm(Math.max(1, index)), survey },
    ),
  )

const storeOf = (rows: ListedSession[], settings = {}) =>
  ({
    facts: { list: async () => ({ rows, end: null }) },
    keys: { workspace: async () => ({ settings }) },
  }) as unknown as Pick<Store, 'facts' | 'keys'>

it.each([
  ['few sessions', 20],
  ['many sessions, on a thread', 300],
])('links %s', async (_, count) => {
  const rows = sessions(count)
  const { found } = await openClusters(storeOf(rows), () => NOW)('w')
  expect(found.scanned).toBe(count)
  expect(found.items).toEqual(findClusters('w', rows.toReversed()).clusters)
  expect(found.items).toContainEqual(expect.objectContaining({ kind: 'rhythm', sessions: 2 }))
})

it.each([
  [undefined, 1, 0],
  ['visits', 1, 0],
  ['visits', 0, 20],
  ['all', 1, 20],
  ['off', 0, 0],
  ['off', 1, 0],
])('with %s and survey %s, compares %s sessions', async (linked_sessions, survey, compared) => {
  const { found } = await openClusters(storeOf(sessions(20, survey), { linked_sessions }), () => NOW)('w')
  expect(found.scanned).toBe(compared)
  expect(found.items.length > 0).toBe(compared > 0)
})

it('are found again after half a minute, also when the clock was set back', async () => {
  let [wall, monotonic] = [NOW + 400 * 86_400_000, 0]
  let rows = sessions(20)
  const store = {
    ...storeOf([]),
    facts: { list: async () => ({ rows, end: null }) },
  } as unknown as Pick<Store, 'facts' | 'keys'>
  const load = openClusters(
    store,
    () => wall,
    () => monotonic,
  )
  expect((await load('w')).found.scanned).toBe(20)
  rows = sessions(21)
  wall = NOW
  monotonic = 29_000
  expect((await load('w')).found.scanned).toBe(20)
  monotonic = 30_000
  expect((await load('w')).found.scanned).toBe(21)
})
