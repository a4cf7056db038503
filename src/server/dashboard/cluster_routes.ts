/** Linked sessions of a workspace. */
import type { FastifyInstance } from 'fastify'
import type { DashboardContext } from './signed_in.ts'

export function dashboardClusterRoutes(scope: FastifyInstance, { services }: DashboardContext): void {
  scope.get('/session-clusters', async ({ signedIn }) => (await services.clusters(signedIn.workspace)).found)
}
