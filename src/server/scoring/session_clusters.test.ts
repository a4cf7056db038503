import { describe, expect, it } from 'vitest'
import { sketchOfTimes } from '../../features/rhythm/rhythm_sketch.ts'
import type { ListedSession } from '../../store/facts.ts'
import { newFacts } from '../../store/suite/facts.ts'
import { findClusters } from './session_clusters.ts'

let made = 0
function session(given: {
  user?: string | null
  device?: string
  ip?: string
  rhythm?: string | null
}): ListedSession {
  const { user = `user ${made}`, device = null, ip = null, rhythm = null } = given
  made++
  return {
    workspace: 'w',
    sessionId: `session ${made}`,
    startedAt: made,
    lastAt: made,
    userId: user,
    ip,
    tags: [],
    label: null,
    facts: { ...newFacts({ device, rhythm }), score: 7, action: 'Auto-accept' },
  }
}
const times = (count: number, make: (index: number) => ListedSession) =>
  Array.from({ length: count }, (_, i) => make(i))
const kinds = (sessions: readonly ListedSession[]) => findClusters('w', sessions).map(({ kind }) => kind)
const PAUSES = [120, 90, 400, 130, 700, 110, 1_200, 95, 300, 150, 560, 180]
const copied = sketchOfTimes(
  Array.from({ length: 60 }, (_, i) =>
    PAUSES.slice(0, i % 12).reduce((a, b) => a + b, Math.floor(i / 12) * 3_935),
  ),
)

describe('clusters', () => {
  it('are users of one device, from three users on', () => {
    expect(kinds(times(2, () => session({ device: 'd' })))).toEqual([])
    expect(kinds(times(5, () => session({ device: 'd', user: 'same' })))).toEqual([])
    expect(kinds(times(5, () => session({ device: 'd', user: null })))).toEqual([])
    const [found] = findClusters(
      'w',
      times(3, () => session({ device: 'd' })),
    )
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

  it('keep their id while they grow, and have another one in another workspace', () => {
    const sessions = times(4, () => session({ rhythm: copied }))
    const [before] = findClusters('w', sessions.slice(0, 2))
    expect(findClusters('w', sessions)[0]?.id).toBe(before?.id)
    expect(findClusters('x', sessions)[0]?.id).not.toBe(before?.id)
  })
})
