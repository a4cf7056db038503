import type { FastifyInstance } from 'fastify'
import { qualityOf } from './quality.ts'
import type { DashboardContext } from './signed_in.ts'

export function qualityRoutes(scope: FastifyInstance, { services }: DashboardContext): void {
  scope.get('/quality', ({ signedIn }) => qualityOf(services.store.facts, signedIn.workspace))
}
