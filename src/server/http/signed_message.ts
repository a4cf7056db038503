/** A request with the signature of an agent, as the site received it. */
import type { AgentFinding } from '../../contract/agent_finding.ts'

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

/** Who asks about a request. A proxy and the application behind it may both ask about the same one. */
export type SignatureUse = 'batch' | 'proxy' | 'application'

export interface AgentVerifier {
  /**
   * Callers vouch for the host: with a host of the visitor's choice, a site could replay signatures that it received.
   * Each use accepts a nonce once.
   */
  verify(workspace: string, message: SignedMessage, use: SignatureUse): Promise<AgentFinding>
  /**
   * The same for a request to a site. Its host must be an allowed origin of the site key: proxies and applications know
   * only the Host header, which the visitor chooses.
   */
  verifyForSite(
    workspace: string,
    siteKey: string,
    message: SignedMessage,
    use: SignatureUse,
  ): Promise<AgentFinding>
}

/** Without the extension that verifies signatures. */
export const ALL_UNSIGNED: AgentVerifier = {
  verify: async () => ({ status: 'none' }),
  verifyForSite: async () => ({ status: 'none' }),
}
