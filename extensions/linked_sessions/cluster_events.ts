/** The webhook event of a new cluster. */
import type { EventSource, EventSourceOptions } from '../../src/server/webhooks/event_source.ts'
import { type PendingEvent, pendingEvent } from '../../src/server/webhooks/events.ts'
import type { SessionCluster } from './contract.ts'
import { openClusters } from './session_clusters.ts'

/** Of one workspace. */
const EVERY_MS = 600_000

const TYPE = 'sessions.cluster'

/** A cluster keeps its id through the marks of its sessions and has one event, so its deliveries are queued once. */
export function clusterEvents({ store, now, monotonic }: EventSourceOptions): EventSource {
  const clustersOf = openClusters(store, now, monotonic)
  const lastAt = new Map<string, number>()

  return {
    type: TYPE,
    async queue(workspace, send) {
      const at = now()
      const since = lastAt.get(workspace)
      if (since !== undefined && monotonic() - since < EVERY_MS) return 0
      lastAt.set(workspace, monotonic())
      const { found, unmarked } = await clustersOf(workspace)
      let queued = 0
      for (const cluster of found.items)
        queued += await send(eventOf(workspace, cluster, at), cluster.last_at)
      for (const { key, kind, clusterId } of unmarked) await store.facts.markClustered(key, kind, clusterId)
      return queued
    },
  }
}

function eventOf(workspace: string, cluster: SessionCluster, at: number): PendingEvent {
  const { members: _, ...data } = cluster
  return pendingEvent(TYPE, { workspace, subject: cluster.id, at }, [cluster.id], data)
}
