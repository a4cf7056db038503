/** Decides about a request by its signed result, or by the signature of a declared agent. Middleware for each framework uses it. */
import type { Client } from './client.ts'
import type { AgentFinding, SignedResult, VerifiedAgent } from './contract.ts'
import { ByhandUnavailable } from './errors.ts'
import { isSigned, type SignedRequest, signedHeaders } from './signed_request.ts'

export type Outcome = 'allow' | 'review' | 'block'

export interface HumanOptions {
  readonly client: Pick<Client, 'verifyResult' | 'verifyAgent'>
  readonly siteKey: string
  /** Block above this score. By default, the action decides: `Auto-reject or high-priority review` is blocked. */
  readonly maxScore?: number | undefined
  /** For requests without a valid result, or with too little evidence; `review` by default. */
  readonly onUnknown?: Outcome | undefined
  /** Allow requests while the service cannot be reached; false by default. */
  readonly failOpen?: boolean | undefined
  /** The name of the form field, and of the header with `x-` in front; `byhand-result` by default. */
  readonly field?: string | undefined
  /**
   * Scheme and host of your site, such as `https://shop.example.org`, for the signatures of declared agents. By
   * default, those of the request, which a client can choose.
   */
  readonly origin?: string | undefined
}

export interface Decision {
  /** `review`: the request passes; the handler decides. */
  readonly outcome: Outcome
  readonly reason:
    | 'person'
    | 'too_risky'
    | 'unknown'
    | 'missing'
    | 'invalid'
    | 'expired'
    | 'other_site'
    | 'unavailable'
    | 'verified_agent'
    | 'invalid_agent_signature'
    | 'expired_agent_signature'
  /** Absent without a valid result. */
  readonly result?: SignedResult
  /** What the signature of a declared agent shows; `none` without a signature. */
  readonly agentSignature: AgentFinding['status']
  /** Absent without a verified signature. */
  readonly verifiedAgent?: VerifiedAgent
}

export const DEFAULT_FIELD = 'byhand-result'

const OUTCOME_OF_POLICY = { allow: 'allow', monitor: 'review', block: 'block' } as const

export async function decide(
  text: string | undefined,
  options: HumanOptions,
  request?: SignedRequest,
): Promise<Decision> {
  try {
    const agent =
      request && isSigned(request) ? await verifyAgent(options, request) : ({ status: 'none' } as const)
    if (agent.status === 'verified') {
      const { verified_agent: verifiedAgent } = agent
      const outcome = OUTCOME_OF_POLICY[verifiedAgent.policy]
      return { outcome, reason: 'verified_agent', agentSignature: 'verified', verifiedAgent }
    }
    const decision = { ...(await decideByResult(text, options)), agentSignature: agent.status }
    if (agent.status !== 'invalid' && agent.status !== 'expired') return decision
    if (decision.outcome === 'block') return decision
    return { ...decision, outcome: 'review', reason: `${agent.status}_agent_signature` }
  } catch (error) {
    if (!(error instanceof ByhandUnavailable)) throw error
    return { outcome: options.failOpen ? 'allow' : 'block', reason: 'unavailable', agentSignature: 'none' }
  }
}

function verifyAgent({ client, siteKey, origin }: HumanOptions, request: SignedRequest) {
  const { method, url } = request
  return client.verifyAgent({
    method,
    url: origin === undefined ? url : url.replace(/^https?:\/\/[^/?#]*/, origin.replace(/\/$/, '')),
    headers: signedHeaders(request),
    site_key: siteKey,
  })
}

async function decideByResult(
  text: string | undefined,
  { client, siteKey, maxScore, onUnknown = 'review' }: HumanOptions,
): Promise<Omit<Decision, 'agentSignature'>> {
  if (!text) return { outcome: onUnknown, reason: 'missing' }
  const answer = await client.verifyResult(text, siteKey)
  if (!answer.valid) return { outcome: onUnknown, reason: answer.reason }
  const { result } = answer
  if (result.effective_action === 'Unknown') return { outcome: onUnknown, reason: 'unknown', result }
  const isTooRisky =
    maxScore === undefined ? result.effective_action.startsWith('Auto-reject') : result.risk_score > maxScore
  return { outcome: isTooRisky ? 'block' : 'allow', reason: isTooRisky ? 'too_risky' : 'person', result }
}

/** From the header, or from a field of the parsed body. */
export function resultOf(header: unknown, body: unknown, field: string): string | undefined {
  const value = header ?? (body as Readonly<Record<string, unknown>> | null | undefined)?.[field]
  return typeof value === 'string' ? value : undefined
}

export const REFUSAL = { error: 'This request was refused.' } as const
export const REFUSAL_STATUS = 403
