import { describe, expect, it } from 'vitest'
import { writePath } from '../../src/features/mouse_path/path_sketch.ts'
import { sketchOfTimes } from '../../src/features/rhythm/rhythm_sketch.ts'
import type { ListedSession } from '../../src/store/facts.ts'
import { listedSession } from '../../test/samples/session_facts.ts'
import { findClusters } from './find_clusters.ts'

let made = 0
function session(given: {
  user?: string | null
  device?: string
  ip?: string
  rhythm?: string | null
  mousePath?: string | null
  typingStatistics?: string | null
  clusters?: readonly string[]
}): ListedSession {
  const { user = `user ${made}`, device = null, ip = null, rhythm = null } = given
  const { mousePath = null, typingStatistics = null } = given
  made++
  return listedSession(
    { sessionId: `session ${made}`, startedAt: made, lastAt: made, userId: user, ip },
    { device, rhythm, mousePath, typingStatistics, clusters: given.clusters ?? [] },
  )
}
const times = (count: number, make: (index: number) => ListedSession) =>
  Array.from({ length: count }, (_, i) => make(i))
const clustersOf = (sessions: readonly ListedSession[], workspace = 'w') =>
  findClusters(workspace, sessions).clusters
const kinds = (sessions: readonly ListedSession[]) => clustersOf(sessions).map(({ kind }) => kind)
const PAUSES = [120, 90, 400, 130, 700, 110, 1_200, 95, 300, 150, 560, 180]
const copied = sketchOfTimes(
  Array.from({ length: 60 }, (_, i) =>
    PAUSES.slice(0, i % 12).reduce((a, b) => a + b, Math.floor(i / 12) * 3_935),
  ),
)
const mousePath = writePath(
  Array.from({ length: 8 }, (_, i) => ({
    dx: 60 * i - 210,
    dy: 400 - 90 * i,
    ms: 300 + 20 * i,
    bends: [3, i, -i, 2],
  })),
)

describe('clusters', () => {
  it('are users of one device, from three users on', () => {
    expect(kinds(times(2, () => session({ device: 'd' })))).toEqual([])
    expect(kinds(times(5, () => session({ device: 'd', user: 'same' })))).toEqual([])
    expect(kinds(times(5, () => session({ device: 'd', user: null })))).toEqual([])
    const [found] = clustersOf(times(3, () => session({ device: 'd' })))
    expect(found).toMatchObject({ kind: 'device', sessions: 3, users: 3 })
    expect(found?.members.map(({ risk_score }) => risk_score)).toEqual([7, 7, 7])
  })

  it('are users of one full address, from five users on', () => {
    expect(kinds(times(4, () => session({ ip: '192.0.2.7' })))).toEqual([])
    expect(kinds(times(5, () => session({ ip: '192.0.2.7' })))).toEqual(['address'])
    expect(kinds(times(5, (i) => session({ ip: `2001:db8:0:1::${i}` })))).toEqual(['address'])
    expect(kinds(times(9, () => session({ ip: '192.0.2.0/24' })))).toEqual([])
  })

  it('are sessions with one rhythm under two users, or without users', () => {
    expect(kinds(times(2, () => session({ rhythm: copied })))).toEqual(['rhythm'])
    expect(kinds(times(2, () => session({ rhythm: copied, user: null })))).toEqual(['rhythm'])
    expect(kinds(times(2, () => session({ rhythm: copied, user: 'same' })))).toEqual([])
  })

  it('are sessions with one mouse path under two users', () => {
    expect(kinds(times(2, () => session({ mousePath })))).toEqual(['mouse_path'])
    expect(kinds(times(2, () => session({ mousePath, user: 'same' })))).toEqual([])
    const copies = times(2, () => session({ mousePath, rhythm: copied }))
    expect(kinds(copies).toSorted()).toEqual(['mouse_path', 'rhythm'])
  })

  it('are sessions of six sources with the same typing statistics', () => {
    const typingStatistics = 'gAEB'.repeat(9)
    const typed = (given: Parameters<typeof session>[0]) => session({ typingStatistics, ...given })
    const networks = (i: number) => ({ ip: `192.0.${i}.1` })
    expect(kinds(times(6, (i) => typed(networks(i))))).toEqual(['typing_statistics'])
    expect(kinds(times(5, (i) => typed(networks(i))))).toEqual([])
    expect(kinds(times(9, (i) => typed({ ...networks(i), user: 'same' })))).toEqual([])
    expect(kinds(times(9, (i) => typed({ ...networks(i), device: 'd' })))).toEqual(['device'])
    expect(kinds(times(9, (i) => typed({ ip: `192.0.2.${i}` })))).toEqual([])
    expect(kinds(times(9, (i) => typed({ ...networks(i), user: null })))).toEqual([])
    expect(kinds(times(9, (i) => typed({ ...networks(i), user: null, device: `d${i}` })))).toEqual([
      'typing_statistics',
    ])
  })

  it('keep their id while they grow, and have another one in another workspace', () => {
    const sessions = times(4, () => session({ rhythm: copied }))
    const [before] = clustersOf(sessions.slice(0, 2))
    expect(clustersOf(sessions)[0]?.id).toBe(before?.id)
    expect(clustersOf(sessions, 'x')[0]?.id).not.toBe(before?.id)
  })

  it('keep the id of their marked sessions when the first one is gone', () => {
    const sessions = times(3, () => session({ rhythm: copied }))
    const { clusters, unmarked } = findClusters('w', sessions)
    const id = clusters[0]?.id as string
    expect(unmarked).toEqual(
      sessions.map(({ sessionId }) => ({
        key: { workspace: 'w', sessionId },
        kind: 'rhythm',
        clusterId: id,
      })),
    )
    const marked = [
      session({ rhythm: copied, clusters: [`rhythm:${id}`] }),
      ...times(2, () => session({ rhythm: copied })),
    ]
    const later = findClusters('w', marked)
    expect(later.clusters.map((cluster) => cluster.id)).toEqual([id])
    expect(later.unmarked).toHaveLength(2)
    const another = times(2, () => session({ mousePath, clusters: [`rhythm:${id}`] }))
    expect(clustersOf(another)[0]?.id).not.toBe(id)
  })
})
