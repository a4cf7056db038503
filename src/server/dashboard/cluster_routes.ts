/** Linked sessions of a workspace. */
import type { FastifyInstance } from 'fastify'
import { openClusters } from '../scoring/session_clusters.ts'
import type { DashboardContext } from './context.ts'

export function dashboardClusterRoutes(scope: FastifyInstance, { services }: DashboardContext): void {
  const { store, now } = services
  const clusters = openClusters(store.facts, now)
  scope.get('/session-clusters', ({ signedIn }) => clusters(signedIn.workspace))
}
