/** Declared agents of a workspace. */
import type { FastifyInstance } from 'fastify'
import { AgentChange } from '../../contract/agents.ts'
import { bodyOf } from '../http/validated.ts'
import type { DashboardContext } from './context.ts'
import { actorOf, atLeast } from './signed_in.ts'

const changeBody = bodyOf(AgentChange)
const ownersOnly = { onRequest: atLeast('owner') }

interface ByName {
  Params: { name: string }
}

export function dashboardAgentRoutes(scope: FastifyInstance, { services }: DashboardContext): void {
  const { agents } = services.operations

  scope.get('/agents', ({ signedIn }) => agents.list(signedIn.workspace))
  scope.put<ByName>('/agents/:name', ownersOnly, async (request) =>
    agents.save(actorOf(request.signedIn), request.params.name, changeBody(request)),
  )
  scope.delete<ByName>('/agents/:name', ownersOnly, ({ signedIn, params }) =>
    agents.remove(actorOf(signedIn), params.name),
  )
}
