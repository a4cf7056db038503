/** Operations on the declared agents of a workspace. */

import type { Actor, Audit } from '../../src/server/audit/audit_log.ts'
import type { Config } from '../../src/server/config/config.ts'
import { ApiError, invalid } from '../../src/server/http/errors.ts'
import { checkedBody } from '../../src/server/http/validation.ts'
import type { Store } from '../../src/store/store.ts'
import { configuredIdentity } from './agent_url.ts'
import {
  type AgentChange,
  type AgentKey,
  type AgentList,
  AgentName,
  type AgentView,
  type DeclaredAgent,
  MAX_AGENTS,
} from './contract.ts'
import { isPublishedTestKey, verificationKey } from './key_set.ts'
import { agentsOf } from './verifier.ts'

export interface AgentOptions {
  readonly store: Store
  readonly audit: Audit
  readonly config: Config
}

export interface DeclaredAgents {
  list(workspace: string): Promise<AgentList>
  /** Adds the agent, or changes the given fields. */
  save(actor: Actor, name: string, change: AgentChange): Promise<AgentView>
  remove(actor: Actor, name: string): Promise<{ readonly done: true }>
}

const checkName = checkedBody(AgentName)

export function openDeclaredAgents({ store, audit, config }: AgentOptions): DeclaredAgents {
  const { directories } = config.agents
  const allowHttp = directories === 'private'

  /** Returns the saved agents. */
  async function changeAgents(
    workspace: string,
    change: (agents: readonly DeclaredAgent[]) => readonly DeclaredAgent[],
  ): Promise<readonly DeclaredAgent[]> {
    const changed = await store.keys.changeSettings(workspace, (settings) => ({
      ...settings,
      agents: change(agentsOf(settings)),
    }))
    if (changed === null) throw new ApiError('not_found')
    return agentsOf(changed.after)
  }

  return {
    async list(workspace) {
      const found = await store.keys.workspace(workspace)
      if (found === null) throw new ApiError('not_found')
      return {
        items: agentsOf(found.settings).map(viewOf),
        next: null,
        fetches_directories: directories !== 'no',
      }
    },

    async save(actor, name, { url, policy, keys }) {
      checkName(name)
      const imported = keys === undefined ? undefined : importedKeys(keys)
      const after = await changeAgents(actor.workspace, (agents) => {
        const before = agents.find((agent) => agent.name === name)
        const address = url ?? before?.url
        if (address === undefined) throw invalid('/url', 'is required')
        const agent: DeclaredAgent = {
          name,
          url: address,
          policy: policy ?? before?.policy ?? 'monitor',
          keys: imported ?? before?.keys ?? [],
        }
        checkUrl(agent, agents, allowHttp)
        if (agent.keys.length === 0 && directories === 'no') {
          throw invalid('/keys', 'is required, because this service does not fetch key directories')
        }
        if (before) return agents.map((each) => (each === before ? agent : each))
        if (agents.length === MAX_AGENTS)
          throw invalid('', `a workspace can have at most ${MAX_AGENTS} agents`)
        return [...agents, agent]
      })
      const agent = after.find((each) => each.name === name) as DeclaredAgent
      await audit(actor, { action: 'agent_saved', subject: name, detail: agent.policy })
      return viewOf(agent)
    },

    async remove(actor, name) {
      await changeAgents(actor.workspace, (agents) => {
        const after = agents.filter((agent) => agent.name !== name)
        if (after.length === agents.length) throw new ApiError('not_found')
        return after
      })
      await audit(actor, { action: 'agent_removed', subject: name })
      return { done: true }
    },
  }
}

function checkUrl({ name, url }: DeclaredAgent, agents: readonly DeclaredAgent[], allowHttp: boolean): void {
  const identity = configuredIdentity(url, allowHttp)
  if (identity === null) throw invalid('/url', 'must be an https URL, such as https://agent.example.org')
  const other = agents.find(
    (agent) => agent.name !== name && configuredIdentity(agent.url, allowHttp) === identity,
  )
  if (other !== undefined) throw invalid('/url', 'belongs to another agent')
}

/** Without private and unknown members, which must not be stored. */
function importedKeys(keys: readonly AgentKey[]): AgentKey[] {
  return keys.map((jwk, index) => {
    const { kty, crv, x, y, e, n, alg, nbf, exp } = jwk
    if (verificationKey(jwk) === null) {
      throw invalid(
        `/keys/${index}`,
        'must be an Ed25519, P-256 or P-384 key, or an RSA key of at least 2048 bits',
      )
    }
    const members = { kty, crv, x, y, e, n, alg, nbf, exp }
    return Object.fromEntries(
      Object.entries(members).filter(([, value]) => value !== undefined),
    ) as unknown as AgentKey
  })
}

const viewOf = ({ name, url, policy, keys }: DeclaredAgent): AgentView => ({
  name,
  url,
  policy,
  keys: keys.flatMap((jwk) => {
    const key = verificationKey(jwk)
    if (key === null) return []
    return [
      {
        key_id: key.keyId,
        algorithm: key.algorithms[0] as string,
        not_before: jwk.nbf ?? null,
        not_after: jwk.exp ?? null,
        is_test_key: isPublishedTestKey(key.keyId),
      },
    ]
  }),
})
