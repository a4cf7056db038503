import type { FastifyInstance } from 'fastify'
import type { DashboardContext } from './context.ts'
import { qualityOf } from './quality.ts'

export function qualityRoutes(scope: FastifyInstance, { services }: DashboardContext): void {
  scope.get('/quality', ({ signedIn }) => qualityOf(services.store.facts, signedIn.workspace))
}
