/**
 * Finds sessions of several users that share a typing rhythm, a mouse path, typing statistics, a device or an address.
 * A cluster is a hint for people; it changes no score.
 */
import { createHash } from 'node:crypto'
import type { RecommendedAction } from '../../src/contract/checks.ts'
import type { ClusterKind } from '../../src/contract/cluster_summary.ts'
import { elementAt } from '../../src/contract/element_at.ts'
import { samePaths } from '../../src/features/mouse_path/same_path.ts'
import { sameRhythms } from '../../src/features/rhythm/same_rhythm.ts'
import { sameStatistics } from '../../src/features/typing_statistics/same_statistics.ts'
import { rateSubject } from '../../src/server/addresses/client_address.ts'
import { visitProperties } from '../../src/server/scoring/listed_facts.ts'
import type { ListedFacts, ListedSession } from '../../src/store/facts.ts'
import type { SessionKey } from '../../src/store/sessions.ts'
import type { SessionCluster } from './contract.ts'
import { sourcesOf } from './session_sources.ts'

/** A session that the store does not know to belong to this cluster yet. */
export interface Unmarked {
  readonly key: SessionKey
  readonly kind: ClusterKind
  readonly clusterId: string
}

const MAX_CLUSTERS = 100
const MAX_MEMBERS = 50
/** Fewer users are often one household. */
const LEAST_USERS: Readonly<Record<ClusterKind, number>> = {
  rhythm: 2,
  mouse_path: 2,
  typing_statistics: 2,
  device: 3,
  address: 5,
}

/** Kinds without a value of their own by which the cluster could be named. */
const SKETCHES: readonly {
  readonly kind: ClusterKind
  sketchOf(facts: ListedFacts, userId: string | null): string | null
  /** Groups of indexes. */
  group(sketches: readonly string[], sessions: readonly ListedSession[]): number[][]
}[] = [
  { kind: 'rhythm', sketchOf: ({ rhythm }) => rhythm, group: sameRhythms },
  { kind: 'mouse_path', sketchOf: ({ mousePath }) => mousePath, group: samePaths },
  {
    kind: 'typing_statistics',
    // One person types alike in every visit, so visits of unknown people on unknown devices say nothing.
    sketchOf: ({ typingStatistics, device }, userId) =>
      userId === null && device === null ? null : typingStatistics,
    group: (sketches, sessions) => sameStatistics(sketches, sourcesOf(sessions)),
  },
]

/** The clusters, and with which marks they keep their ids when their first session leaves the period. */
export interface FoundClusters {
  readonly clusters: readonly SessionCluster[]
  readonly unmarked: readonly Unmarked[]
}

/** `sessions`: oldest first. */
export function findClusters(workspace: string, sessions: readonly ListedSession[]): FoundClusters {
  const clusters: SessionCluster[] = []
  const marks = new Map<string, Unmarked[]>()
  const ids = new Set<string>()
  for (const { kind, sketchOf, group } of SKETCHES) {
    const compared = sessions.flatMap((session) => {
      const sketch = session.facts === null ? null : sketchOf(session.facts, session.userId)
      return sketch === null ? [] : [{ session, sketch }]
    })
    const found = group(
      compared.map(({ sketch }) => sketch),
      compared.map(({ session }) => session),
    )
    for (const indexes of found) {
      const members = indexes.map((index) => elementAt(compared, index).session)
      if (!isCluster(kind, members)) continue
      const known = members.flatMap((member) => markOf(kind, member) ?? []).find((id) => !ids.has(id))
      const id = known ?? idOf(workspace, kind, elementAt(members, 0).sessionId)
      ids.add(id)
      clusters.push(clusterOf(id, kind, members))
      marks.set(
        id,
        members
          .slice(-MAX_MEMBERS)
          .filter((member) => markOf(kind, member) === undefined)
          .map(({ sessionId }) => ({ key: { workspace, sessionId }, kind, clusterId: id })),
      )
    }
  }
  for (const [kind, shared] of [
    ['device', deviceOf],
    ['address', addressOf],
  ] as const) {
    for (const [value, members] of Map.groupBy(sessions, shared)) {
      if (value === null || !isCluster(kind, members)) continue
      clusters.push(clusterOf(idOf(workspace, kind, value), kind, members))
    }
  }
  const listed = clusters
    .sort((a, b) => b.last_at - a.last_at || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_CLUSTERS)
  return { clusters: listed, unmarked: listed.flatMap(({ id }) => marks.get(id) ?? []) }
}

/** The id of the cluster of this kind that was notified with the session. */
const markOf = (kind: ClusterKind, { facts }: ListedSession): string | undefined =>
  facts?.clusters.find((mark) => mark.startsWith(`${kind}:`))?.slice(kind.length + 1)

function idOf(workspace: string, kind: ClusterKind, value: string): string {
  const digest = createHash('sha256').update(JSON.stringify([workspace, kind, value]))
  return `clu_${digest.digest('base64url').slice(0, 16)}`
}

/** Sessions without a user id say nothing about the number of people at a device or an address. */
const deviceOf = ({ userId, facts }: ListedSession) => (userId === null ? null : (facts?.device ?? null))

/** Truncated addresses belong to many people. */
const addressOf = ({ userId, ip }: ListedSession) =>
  userId === null || ip === null || ip.includes('/') ? null : rateSubject(ip)

const isCluster = (kind: ClusterKind, members: readonly ListedSession[]): boolean =>
  countUsers(members) >= LEAST_USERS[kind]

const countUsers = (members: readonly ListedSession[]): number =>
  new Set(members.map(({ userId, sessionId }) => userId ?? `${sessionId} without user`)).size

/** `members`: oldest first. */
function clusterOf(id: string, kind: ClusterKind, members: readonly ListedSession[]): SessionCluster {
  return {
    id,
    kind,
    sessions: members.length,
    users: countUsers(members),
    first_at: elementAt(members, 0).startedAt,
    last_at: (members.at(-1) as ListedSession).startedAt,
    members: members
      .slice(-MAX_MEMBERS)
      .toReversed()
      .map(({ sessionId, userId, startedAt, facts }) => ({
        session_id: sessionId,
        user_id: userId,
        started_at: startedAt,
        ...visitProperties(facts),
        activity: facts?.activity ?? null,
        risk_score: facts?.score ?? null,
        recommended_action: (facts?.action as RecommendedAction | undefined) ?? null,
      })),
  }
}
