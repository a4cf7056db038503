/** Verifies the Web Bot Auth signature of a request with the agents of a workspace. */
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type AgentFinding, DeclaredAgent, type VerifiedAgent } from '../../contract/agents.ts'
import { isOriginAllowed } from '../base/origin.ts'
import { PROGRAM_VERSION } from '../base/program_version.ts'
import type { Services } from '../base/services.ts'
import type { AgentVerifier, SignedMessage } from '../base/signed_message.ts'
import { openWorkspaceSettings, type WorkspaceSettings } from '../base/workspace_settings.ts'
import { agentIdentity, configuredIdentity } from './agent_url.ts'
import { type Directories, openDirectories } from './directories.ts'
import { type VerificationKey, verificationKey } from './key_set.ts'
import { normalAuthority } from './message.ts'
import {
  type AgentSignature,
  checkPeriod,
  checkSignature,
  isSigned,
  readSignatures,
  SignatureFault,
} from './signature.ts'

const areAgents = Compile(Type.Array(DeclaredAgent))

/** Invalid settings count as absent. */
export const agentsOf = ({ agents }: WorkspaceSettings): readonly DeclaredAgent[] =>
  areAgents.Check(agents) ? agents : []

interface KnownAgent extends Pick<DeclaredAgent, 'name' | 'policy'> {
  readonly identity: string | null
  readonly keys: readonly VerificationKey[]
}

export type VerifierServices = Pick<Services, 'store' | 'config' | 'keys' | 'now'>

export function openAgentVerifier({ store, config, keys, now }: VerifierServices): AgentVerifier {
  const settings = openWorkspaceSettings(store.keys)
  const userAgent = `byhand/${PROGRAM_VERSION}`
  const directories = openDirectories({ mode: config.agents.directories, userAgent, now })
  /** Importing a key takes longer than a verification. */
  const known = new WeakMap<WorkspaceSettings, readonly KnownAgent[]>()

  function knownAgents(current: WorkspaceSettings): readonly KnownAgent[] {
    let agents = known.get(current)
    if (agents === undefined) {
      agents = agentsOf(current).map((agent) => knownAgent(agent, directories.allowHttp))
      known.set(current, agents)
    }
    return agents
  }

  async function verified(
    agents: readonly KnownAgent[],
    message: SignedMessage,
    signature: AgentSignature,
  ): Promise<VerifiedAgent> {
    const seconds = Math.floor(now() / 1_000)
    checkPeriod(signature, seconds, config.agents.maxSignatureAgeS)
    const { agent, key, url } = await keyOf(agents, signature, directories)
    checkSignature(signature, message, key, seconds)
    return {
      name: agent?.name ?? new URL(url ?? '').host,
      url,
      key_id: key.keyId,
      policy: agent?.policy ?? 'monitor',
    }
  }

  async function verify(workspace: string, message: SignedMessage): Promise<AgentFinding> {
    if (!isSigned(message)) return { status: 'none' }
    const agents = knownAgents(await settings.of(workspace))
    let fault: SignatureFault | undefined
    try {
      for (const signature of readSignatures(message)) {
        try {
          return { status: 'verified', verified_agent: await verified(agents, message, signature) }
        } catch (error) {
          fault ??= faultOf(error)
        }
      }
    } catch (error) {
      fault = faultOf(error)
    }
    // A Signature-Agent alone is a claim that nothing supports.
    fault ??= new SignatureFault(
      'invalid',
      'The request names an agent in Signature-Agent but carries no signature from it',
    )
    return { status: fault.status, reason: `${fault.message}.` }
  }

  return {
    verify,
    async verifyForSite(workspace, siteKey, message) {
      if (!isSigned(message)) return { status: 'none' }
      const site = await keys.find(siteKey)
      const origins = site?.workspace === workspace ? site.origins : []
      if (!isOriginAllowed(origins, `${message.scheme}://${normalAuthority(message)}`)) {
        return { status: 'unverified', reason: 'The host is not an allowed origin of the site key.' }
      }
      return verify(workspace, message)
    },
  }
}

function faultOf(error: unknown): SignatureFault {
  if (error instanceof SignatureFault) return error
  throw error
}

const knownAgent = ({ name, url, policy, keys }: DeclaredAgent, allowHttp: boolean): KnownAgent => ({
  name,
  policy,
  identity: configuredIdentity(url, allowHttp),
  keys: keys.map(verificationKey).filter((key) => key !== null),
})

interface FoundKey {
  readonly agent: KnownAgent | undefined
  readonly key: VerificationKey
  readonly url: string | null
}

/**
 * A key counts only for the URL that it was imported for or fetched from. Otherwise, an agent could pose as another by
 * naming its URL.
 */
async function keyOf(
  agents: readonly KnownAgent[],
  { keyId, agent: member }: AgentSignature,
  directories: Directories,
): Promise<FoundKey> {
  const withId = (keys: readonly VerificationKey[]) => keys.find((key) => key.keyId === keyId)
  if (member === null) {
    const agent = agents.find(({ keys }) => withId(keys) !== undefined)
    const key = agent && withId(agent.keys)
    if (key === undefined) throw new SignatureFault('unverified', 'The signing key is unknown')
    return { agent, key, url: null }
  }
  const url = agentIdentity(member.url, member.type, directories.allowHttp)
  if (url === null)
    throw new SignatureFault('invalid', 'Signature-Agent does not contain the URL of a key directory')
  const agent = agents.find(({ identity }) => identity === url)
  const imported = agent && withId(agent.keys)
  if (imported !== undefined) return { agent, key: imported, url }
  // The documents of this type point to further URLs, which are not followed.
  const fetched = member.type === 'cimd' ? null : await directories.keysAt(url)
  const key = fetched && withId(fetched)
  if (!key) {
    throw new SignatureFault(
      'unverified',
      fetched === null && agent === undefined
        ? 'The agent is unknown'
        : 'The key is not among the keys of the agent',
    )
  }
  return { agent, key, url }
}
