/** The declared agents of a workspace, and the verification of their signatures. */
import { AgentFinding } from '../../src/contract/agent_finding.ts'
import { Done } from '../../src/contract/dashboard/page.ts'
import { invalid } from '../../src/server/http/errors.ts'
import { jsonResponse } from '../../src/server/http/openapi/responses.ts'
import { type Operation, operation } from '../../src/server/http/operation.ts'
import type { AgentVerifier, SignedMessage } from '../../src/server/http/signed_message.ts'
import { AgentChange, AgentList, AgentRequest, AgentView } from './contract.ts'
import type { DeclaredAgents } from './declared_agents.ts'

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

const SIGNED_REQUEST = {
  method: 'GET',
  url: 'https://shop.example.org/products',
  headers: {
    'signature-agent': 'sig1="https://agent.example.org"',
    'signature-input':
      'sig1=("@authority" "signature-agent";key="sig1");created=1735689600;expires=1735693200;keyid="…";tag="web-bot-auth"',
    signature: 'sig1=:…:',
  },
  site_key: 'bh_pk_2Wd8uPqkS0rXnM5cTzYb7LhJ4vE1A0dK3mQ',
}
const FINDING: AgentFinding = {
  status: 'verified',
  verified_agent: {
    name: AGENT.name,
    url: 'https://agent.example.org/.well-known/http-message-signatures-directory',
    key_id: 'qGg0mC3Yw8kQ1sVbNZt3mC0Yw8kQ1sVbNZt3mC0Yw8k',
    policy: 'allow',
  },
}
/** Larger than the headers that servers accept. */
const VERIFY_BYTES = 64 * 1024

const tag = 'Manage agents'
const params = { name: { description: 'Name of the agent', example: AGENT.name } }
const READ = { scope: 'admin', role: 'viewer' } as const
const CHANGE = { scope: 'admin', role: 'owner' } as const

export const agentOperations = (agents: DeclaredAgents, verifier: AgentVerifier): readonly Operation[] => [
  operation({
    route: 'GET /v1/agents',
    allow: READ,
    operationId: 'listAgents',
    tag,
    summary: 'List declared agents',
    description: 'Agents that sign their requests (Web Bot Auth), with their policies and keys.',
    response: jsonResponse('The agents.', AgentList, {
      items: [AGENT],
      next: null,
      fetches_directories: false,
    }),
    handle: ({ actor }) => agents.list(actor.workspace),
  }),
  operation({
    route: 'PUT /v1/agents/:name',
    audit: 'agent_saved',
    allow: CHANGE,
    operationId: 'saveAgent',
    tag,
    summary: 'Add or change a declared agent',
    description:
      'Absent fields stay as they are. A new agent needs `url`, and `keys` unless the service fetches key directories. A change applies within five seconds.',
    params,
    body: AgentChange,
    bodyExample: { url: AGENT.url, policy: AGENT.policy, keys: [KEY] },
    response: jsonResponse('The agent.', AgentView, AGENT),
    errors: ['concurrent_change'],
    handle: ({ actor, params, body }) => agents.save(actor, params.name, body),
  }),
  operation({
    route: 'DELETE /v1/agents/:name',
    audit: 'agent_removed',
    allow: CHANGE,
    operationId: 'removeAgent',
    tag,
    summary: 'Remove a declared agent',
    description: 'Its signatures are no longer verified, unless the service fetches key directories.',
    params,
    response: jsonResponse('The agent is removed.', Done, { done: true }),
    errors: ['not_found', 'concurrent_change'],
    handle: ({ actor, params }) => agents.remove(actor, params.name),
  }),
  operation({
    route: 'POST /v1/agents/verify',
    audit: { none: 'reads only' },
    allow: { scope: 'sessions' },
    bodyLimit: VERIFY_BYTES,
    operationId: 'verifyAgent',
    tag: 'Sessions',
    summary: 'Verify the signature of an agent',
    description:
      'Verifies the Web Bot Auth signature of a request that your server got. Send all headers that the signature covers. `PUT` and `DELETE` of this URL concern an agent with the name `verify`.',
    body: AgentRequest,
    bodyExample: SIGNED_REQUEST,
    response: jsonResponse('The result of the verification.', AgentFinding, FINDING),
    errors: ['not_found'],
    handle: ({ actor, body: { method, url, headers, site_key } }) => {
      const scheme: SignedMessage['scheme'] = url.startsWith('https:') ? 'https' : 'http'
      const rest = url.slice(scheme.length + 3)
      const slash = rest.indexOf('/')
      if (URL.parse(url) === null) throw invalid('/url', 'is not a URL')
      const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
      return verifier.verifyForSite(
        actor.workspace,
        site_key,
        {
          method,
          scheme,
          authority: slash === -1 ? rest : rest.slice(0, slash),
          target: slash === -1 ? '/' : rest.slice(slash),
          headers: Object.fromEntries(named) as Record<string, string>,
        },
        'application',
      )
    },
  }),
]
