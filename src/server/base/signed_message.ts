/** A request with the signature of an agent, as the site received it. */
import type { AgentFinding } from '../../contract/agents.ts'

export interface SignedMessage {
  readonly method: string
  readonly scheme: 'http' | 'https'
  /** Host and port, as in the Host header. */
  readonly authority: string
  /** Path and query, as on the request line. */
  readonly target: string
  /** By name in lower case. Repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface AgentVerifier {
  /**
   * Callers vouch for the host: with a host of the visitor's choice, a site could replay signatures that it received.
   */
  verify(workspace: string, message: SignedMessage): Promise<AgentFinding>
  /** The same for a request to a site. If the site key has allowed origins, the host must be one of them. */
  verifyForSite(workspace: string, siteKey: string, message: SignedMessage): Promise<AgentFinding>
}
