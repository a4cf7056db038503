import type { ServiceExtension } from '../../src/extension.ts'
import { openDeclaredAgents } from './declared_agents.ts'
import { agentOperations } from './operations.ts'
import { openAgentVerifier } from './verifier.ts'

export const agents: ServiceExtension = {
  agentVerifier: openAgentVerifier,
  operations: ({ store, config, operations: { audit }, agents }) =>
    agentOperations(openDeclaredAgents({ store, config, audit }), agents),
}
