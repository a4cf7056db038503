/** Verifies the Web Bot Auth signature of a request with the agents of a workspace. */
import { Type } from 'typebox'
import { Compile } from 'typebox/schema'
import type { AgentFinding, VerifiedAgent } from '../../src/contract/agent_finding.ts'
import { isOriginAllowed } from '../../src/server/addresses/origin.ts'
import { PROGRAM_VERSION } from '../../src/server/config/program_version.ts'
import type { AgentVerifier, SignatureUse, SignedMessage } from '../../src/server/http/signed_message.ts'
import type { VerifierServices } from '../../src/server/services.ts'
import { openWorkspaceSettings, type WorkspaceSettings } from '../../src/server/workspace/settings_cache.ts'
import { JUMP_MS } from '../../src/store/stray.ts'
import { agentIdentity, configuredIdentity } from './agent_url.ts'
import { DeclaredAgent } from './contract.ts'
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
import { openUsedNonces } from './used_nonces.ts'

const areAgents = Compile(Type.Array(DeclaredAgent))

/** Invalid settings count as absent. */
export const agentsOf = ({ agents }: WorkspaceSettings): readonly DeclaredAgent[] =>
  areAgents.Check(agents) ? agents : []

interface KnownAgent extends Pick<DeclaredAgent, 'name' | 'policy'> {
  readonly identity: string | null
  readonly keys: readonly VerificationKey[]
}

interface KnownAgents {
  readonly agents: readonly KnownAgent[]
  /** The settings that they come from, as JSON. */
  readonly settings: string | undefined
}

export function openAgentVerifier({ store, config, keys, now, clock }: VerifierServices): AgentVerifier {
  const settings = openWorkspaceSettings(store.keys)
  const userAgent = `byhand/${PROGRAM_VERSION}`
  const directories = openDirectories({ mode: config.agents.directories, userAgent })
  const nonces = openUsedNonces(store.usedResults, now)
  /** Importing a key takes longer than a verification. */
  const known = new WeakMap<WorkspaceSettings, KnownAgents>()

  function knownAgents(current: WorkspaceSettings): KnownAgents {
    let found = known.get(current)
    if (found === undefined) {
      const agents = agentsOf(current).map((agent) => knownAgent(agent, directories.allowHttp))
      found = { agents, settings: JSON.stringify(current.agents) }
      known.set(current, found)
    }
    return found
  }

  async function verified(
    workspace: string,
    { agents, settings: seen }: KnownAgents,
    message: SignedMessage,
    signature: AgentSignature,
    use: SignatureUse,
  ): Promise<VerifiedAgent> {
    const seconds = Math.floor(now() / 1_000)
    const createdAt = signature.created * 1_000
    if (Math.abs(createdAt - now()) > JUMP_MS && clock.mayBe(createdAt)) {
      throw new SignatureFault('unverified', 'The clock of the service may be wrong')
    }
    const until = checkPeriod(signature, seconds, config.agents.maxSignatureAgeS)
    const { agent, key, url } = await keyOf(agents, signature, directories)
    checkSignature(signature, message, key, seconds)
    // Anyone can publish a directory. Nonces of agents that were not added would let anyone fill the store.
    if (agent !== undefined) {
      // Not from the cache, so that a removed agent is no longer verified.
      const current = (await store.keys.workspace(workspace))?.settings ?? {}
      if (JSON.stringify(current.agents) !== seen) {
        return verified(workspace, knownAgents(current), message, signature, use)
      }
      if (!(await nonces.isFirstUse(workspace, use, signature, until))) {
        throw new SignatureFault('unverified', 'The signature was used before')
      }
    }
    return {
      name: agent?.name ?? new URL(url ?? '').host,
      url,
      key_id: key.keyId,
      policy: agent?.policy ?? 'monitor',
    }
  }

  async function verify(workspace: string, message: SignedMessage, use: SignatureUse): Promise<AgentFinding> {
    if (!isSigned(message)) return { status: 'none' }
    const agents = knownAgents(await settings.of(workspace))
    let fault: SignatureFault | undefined
    try {
      for (const signature of readSignatures(message)) {
        try {
          const agent = await verified(workspace, agents, message, signature, use)
          return { status: 'verified', verified_agent: agent }
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
    async verifyForSite(workspace, siteKey, message, use) {
      if (!isSigned(message)) return { status: 'none' }
      const site = await keys.find(siteKey)
      const origins = site?.workspace === workspace ? site.origins : []
      if (origins.length === 0) {
        return {
          status: 'unverified',
          reason: 'The site key has no allowed origins, so the host of the site is not known.',
        }
      }
      if (!isOriginAllowed(origins, `${message.scheme}://${normalAuthority(message)}`)) {
        return { status: 'unverified', reason: 'The host is not an allowed origin of the site key.' }
      }
      return verify(workspace, message, use)
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
