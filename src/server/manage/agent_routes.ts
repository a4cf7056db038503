/** /v1/agents. */
import type { FastifyInstance } from 'fastify'
import { AgentChange, AgentList, AgentView } from '../../contract/agents.ts'
import { Done } from '../../contract/dashboard/page.ts'
import { jsonResponse } from '../http/openapi_responses.ts'
import { operation } from './operation.ts'
import type { ManageContext } from './routes.ts'

const AGENT: AgentView = {
  name: 'Example Assistant',
  url: 'https://agent.example.org',
  policy: 'allow',
  keys: [
    {
      key_id: 'qGg0mC3Yw8kQ1sVbNZt3mC0Yw8kQ1sVbNZt3mC0Yw8k',
      algorithm: 'ed25519',
      not_before: null,
      not_after: 1_774_449_050,
      is_test_key: false,
    },
  ],
}
const KEY = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' }

const tag = 'Manage agents'
const params = { name: { description: 'Name of the agent', example: AGENT.name } }

const LIST = operation({
  operationId: 'listAgents',
  tag,
  summary: 'List declared agents',
  description: 'Agents that sign their requests (Web Bot Auth), with their policies and keys.',
  response: jsonResponse('The agents.', AgentList, { agents: [AGENT], fetches_directories: false }),
})
const SAVE = operation({
  operationId: 'saveAgent',
  tag,
  summary: 'Add or change a declared agent',
  description:
    'Absent fields stay as they are. A new agent needs `url`, and `keys` unless the service fetches key directories. A change applies within five seconds.',
  params,
  body: { schema: AgentChange, example: { url: AGENT.url, policy: AGENT.policy, keys: [KEY] } },
  response: jsonResponse('The agent.', AgentView, AGENT),
  errors: ['concurrent_change'],
})
const REMOVE = operation({
  operationId: 'removeAgent',
  tag,
  summary: 'Remove a declared agent',
  description: 'Its signatures are no longer verified, unless the service fetches key directories.',
  params,
  response: jsonResponse('The agent is removed.', Done, { done: true }),
  errors: ['not_found', 'concurrent_change'],
})

interface ByName {
  Params: { name: string }
}

export function manageAgentRoutes(scope: FastifyInstance, { services, actorOf }: ManageContext): void {
  const { agents } = services.operations

  scope.get('/v1/agents', LIST, ({ caller }) => agents.list(caller.workspace))
  scope.put<ByName>('/v1/agents/:name', SAVE, async (request) =>
    agents.save(actorOf(request), request.params.name, SAVE.body(request)),
  )
  scope.delete<ByName>('/v1/agents/:name', REMOVE, (request) =>
    agents.remove(actorOf(request), request.params.name),
  )
}
