import type { ServiceExtension } from '../../src/extension.ts'
import { clusterEvents } from './cluster_events.ts'
import { clusterOperations } from './operations.ts'
import { openClusters } from './session_clusters.ts'

export const linkedSessions: ServiceExtension = {
  operations: ({ store, now, clock }) => clusterOperations(openClusters(store, now, clock.monotonic)),
  webhookEvents: clusterEvents,
}
