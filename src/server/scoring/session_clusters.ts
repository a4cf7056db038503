/**
 * Finds sessions of several users that share a typing rhythm, a device or an address, among the newest sessions of one
 * workspace. A cluster is a hint for people; it changes no score.
 */
import { createHash } from 'node:crypto'
import type { RecommendedAction } from '../../contract/checks.ts'
import type {
  ClusterKind,
  SessionCluster,
  SessionClusters,
} from '../../contract/dashboard/session_clusters.ts'
import { sameRhythms } from '../../features/rhythm/same_rhythm.ts'
import { isCanned } from '../../report/canned/canned_sessions.ts'
import type { FactCursor, FactStore, ListedSession } from '../../store/facts.ts'
import { rateSubject } from '../base/client_address.ts'
import { visitProperties } from '../base/visit_properties.ts'

const PERIOD_MS = 7 * 86_400_000
/** The newest ones, which bounds the cost. */
const MAX_SESSIONS = 2_000
const PAGE = 500
const MAX_CLUSTERS = 100
const MAX_MEMBERS = 50
const KEPT_MS = 30_000
const MAX_WORKSPACES = 100
/** Fewer users are often one household. */
const LEAST_USERS: Readonly<Record<ClusterKind, number>> = { rhythm: 2, device: 3, address: 5 }

export type LoadClusters = (workspace: string) => Promise<SessionClusters>

/** Keeps the result for a while, because finding clusters takes about 100 ms. */
export function openClusters(facts: FactStore, now: () => number): LoadClusters {
  const known = new Map<string, { readonly at: number; readonly clusters: Promise<SessionClusters> }>()
  return (workspace) => {
    const entry = known.get(workspace)
    if (entry !== undefined && now() - entry.at < KEPT_MS) return entry.clusters
    const clusters = loadClusters(facts, workspace, now())
    clusters.catch(() => known.delete(workspace))
    known.delete(workspace)
    if (known.size >= MAX_WORKSPACES) known.delete(known.keys().next().value as string)
    known.set(workspace, { at: now(), clusters })
    return clusters
  }
}

async function loadClusters(facts: FactStore, workspace: string, now: number): Promise<SessionClusters> {
  const since = now - PERIOD_MS
  const sessions: ListedSession[] = []
  let after: FactCursor | undefined
  do {
    const page = await facts.list({
      workspace,
      filter: { from: since },
      order: 'newest',
      scored: true,
      scanLimit: PAGE,
      limit: PAGE,
      ...(after && { after }),
    })
    sessions.push(...page.rows)
    after = page.end ?? undefined
  } while (after !== undefined && sessions.length < MAX_SESSIONS)
  const found = sessions.filter(({ sessionId }) => !isCanned(sessionId)).reverse()
  return {
    clusters: findClusters(workspace, found),
    scanned: found.length,
    since: found[0]?.startedAt ?? since,
  }
}

/** `sessions`: oldest first. */
export function findClusters(workspace: string, sessions: readonly ListedSession[]): SessionCluster[] {
  const typed = sessions.filter(({ facts }) => facts?.rhythm != null)
  const rhythms = sameRhythms(typed.map(({ facts }) => facts?.rhythm as string))
  const groups: [ClusterKind, string, readonly ListedSession[]][] = rhythms.map((indexes) => {
    const members = indexes.map((index) => typed[index] as ListedSession)
    return ['rhythm', members[0]?.sessionId as string, members]
  })
  for (const [kind, shared] of [
    ['device', deviceOf],
    ['address', addressOf],
  ] as const) {
    for (const [value, members] of Map.groupBy(sessions, shared)) {
      if (value !== null) groups.push([kind, value, members])
    }
  }
  return groups
    .flatMap(([kind, value, members]) => clusterOf(workspace, kind, value, members))
    .sort((a, b) => b.last_at - a.last_at || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_CLUSTERS)
}

/** Sessions without a user id say nothing about the number of people at a device or an address. */
const deviceOf = ({ userId, facts }: ListedSession) => (userId === null ? null : (facts?.device ?? null))

/** Truncated addresses belong to many people. */
const addressOf = ({ userId, ip }: ListedSession) =>
  userId === null || ip === null || ip.includes('/') ? null : rateSubject(ip)

function clusterOf(
  workspace: string,
  kind: ClusterKind,
  value: string,
  members: readonly ListedSession[],
): SessionCluster[] {
  const users = new Set(members.map(({ userId, sessionId }) => userId ?? `${sessionId} without user`)).size
  const [first, last] = [members[0], members.at(-1)]
  if (users < LEAST_USERS[kind] || first === undefined || last === undefined) return []
  const digest = createHash('sha256').update(JSON.stringify([workspace, kind, value]))
  return [
    {
      id: `clu_${digest.digest('base64url').slice(0, 16)}`,
      kind,
      sessions: members.length,
      users,
      first_at: first.startedAt,
      last_at: last.startedAt,
      members: members
        .slice(-MAX_MEMBERS)
        .toReversed()
        .map(({ sessionId, userId, startedAt, facts }) => ({
          session_id: sessionId,
          user_id: userId,
          started_at: startedAt,
          ...visitProperties(facts),
          risk_score: facts?.score ?? null,
          recommended_action: (facts?.action as RecommendedAction | undefined) ?? null,
        })),
    },
  ]
}
