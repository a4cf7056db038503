import type { FastifyInstance } from 'fastify'
import { OverviewQuery } from '../../contract/dashboard/overview.ts'
import { queryOf } from '../http/validated.ts'
import { overviewOf, overviewStatus } from './overview.ts'
import type { DashboardContext } from './signed_in.ts'

const overviewQuery = queryOf(OverviewQuery)

export function overviewRoutes(scope: FastifyInstance, { services }: DashboardContext): void {
  const { store, now } = services
  scope.get('/overview', (request) =>
    overviewOf(store.facts, request.signedIn.workspace, overviewQuery(request), now()),
  )
  scope.get('/overview/status', ({ signedIn }) => overviewStatus(store, signedIn.workspace, now()))
}
