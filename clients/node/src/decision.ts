/** Decides about a request by its signed result, or by the signature of a declared agent. Middleware for each framework uses it. */
import { checkOptions } from './check_options.ts'
import type { Client } from './client.ts'
import type { AgentFinding, SignedResult, VerifiedAgent } from './contract.ts'
import { ByhandError, ByhandUnavailable } from './errors.ts'
import { isSigned, type SignedRequest, signedHeaders } from './signed_request.ts'
import { looksLikeResult } from './signed_result.ts'

export type Outcome = 'allow' | 'review' | 'block'

export interface HumanOptions {
  readonly client: Pick<Client, 'verifyResult' | 'verifyAgent'>
  readonly siteKey: string
  /** Also block above this score. Visitors whose decision is `reject` are always blocked. */
  readonly maxScore?: number | undefined
  /** Hosts of your pages, such as `shop.example.org`. By default, the service compares with the origins of the site key. */
  readonly hostnames?: readonly string[] | undefined
  /** For requests with a result that is forged, expired, used before or of another site; `block` by default. */
  readonly onInvalid?: Outcome | undefined
  /** For requests without a result, for instance because a content blocker stopped the script; `block` by default. */
  readonly onMissing?: Outcome | undefined
  /** For visitors whose decision is `step_up`, that is, who need step-up verification; `block` by default. */
  readonly onStepUp?: Outcome | undefined
  /** Allow requests while the service cannot be reached or rejects the key; false by default. */
  readonly failOpen?: boolean | undefined
  /** Gets one line when the service cannot be reached and one when it responds again; `console.error` by default. */
  log?(line: string): void
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
  /** `no_decision`: the result has no decision that this client knows, so the service has another version. */
  readonly reason:
    | 'passed'
    | 'too_risky'
    | 'step_up_required'
    | 'missing'
    | 'invalid'
    | 'expired'
    | 'wrong_site_key'
    | 'wrong_host'
    | 'already_used'
    | 'unavailable'
    | 'no_decision'
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

/** `given`: the value of the form field or the header. What is no text, such as `null` of an absent field, is missing. */
export async function decide(
  given: unknown,
  options: HumanOptions,
  request?: SignedRequest,
): Promise<Decision> {
  checkOptions(options)
  const text = typeof given === 'string' ? given : undefined
  try {
    return await decideNow(text, options, request)
  } catch (error) {
    // Its status would reach the visitor as the status of your own server.
    const isRejected = error instanceof ByhandError
    if (!isRejected && !(error instanceof ByhandUnavailable)) throw error
    // The visitor may have sent content that the service rejects, so failing open would be a way in.
    if (isRejected && CONTENT_REJECTED.has(error.status)) {
      return { outcome: options.onInvalid ?? 'block', reason: 'invalid', agentSignature: 'none' }
    }
    reportOutage(options, error)
    // Visitors can use up the rate of a session, so that would be a way in too.
    const isOpen = options.failOpen && !isRateLimited(error)
    return { outcome: isOpen ? 'allow' : 'block', reason: 'unavailable', agentSignature: 'none' }
  }
}

const CONTENT_REJECTED = new Set([400, 413])

const isRateLimited = ({ cause }: Error): boolean => cause instanceof ByhandError && cause.status === 429

async function decideNow(
  text: string | undefined,
  options: HumanOptions,
  request: SignedRequest | undefined,
): Promise<Decision> {
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
}

/** Clients of services that did not respond to the last request. */
const unreachable = new WeakSet<object>()

function reportOutage({ client, failOpen, log = console.error }: HumanOptions, { message }: Error): void {
  if (unreachable.has(client)) return
  unreachable.add(client)
  log(`Byhand cannot decide and requests are ${failOpen ? 'allowed' : 'blocked'}: ${message}`)
}

function reportRecovery({ client, log = console.error }: HumanOptions): void {
  if (unreachable.delete(client)) log('Byhand decides again.')
}

/** Lines that a client has caused. Each is logged once, because every visitor can cause one. */
const reported = new WeakMap<object, Set<string>>()

function reportOnce({ client, log = console.error }: HumanOptions, line: string): void {
  const lines = reported.get(client) ?? new Set()
  if (lines.has(line)) return
  reported.set(client, lines.add(line))
  log(line)
}

const otherSite = (siteKey: string): string =>
  `Byhand got a result of another site. If all visitors are refused, compare ${siteKey} with the key of your page.`

const NO_DECISION =
  'Byhand refuses requests because the results of the service have no decision that @byhand/node knows: install the same version of both.'

async function verifyAgent(options: HumanOptions, request: SignedRequest): Promise<AgentFinding> {
  const { client, siteKey, origin } = options
  const { method, url } = request
  const finding = await client.verifyAgent({
    method,
    url: origin === undefined ? url : url.replace(/^https?:\/\/[^/?#]*/, origin.replace(/\/$/, '')),
    headers: signedHeaders(request),
    site_key: siteKey,
  })
  reportRecovery(options)
  return finding
}

async function decideByResult(
  text: string | undefined,
  options: HumanOptions,
): Promise<Omit<Decision, 'agentSignature'>> {
  const { client, siteKey, hostnames, maxScore } = options
  const { onMissing = 'block', onInvalid = 'block', onStepUp = 'block' } = options
  const verify = async (result: string) => {
    const answer = await client.verifyResult(result, siteKey, { hostnames, once: true })
    reportRecovery(options)
    return answer
  }
  if (!text) {
    // A page that cannot reach the service has no result. Only the service can tell that from a bot.
    if (options.failOpen) await verify(NO_RESULT)
    return { outcome: onMissing, reason: 'missing' }
  }
  // Checked here, because every request to the service counts toward the rate of the key.
  if (!looksLikeResult(text)) return { outcome: onInvalid, reason: 'invalid' }
  const answer = await verify(text)
  if (!answer.valid) {
    if (answer.reason === 'wrong_site_key') reportOnce(options, otherSite(siteKey))
    return { outcome: onInvalid, reason: answer.reason }
  }
  const { result } = answer
  if (result.decision === 'reject' || (maxScore !== undefined && result.risk_score > maxScore)) {
    return { outcome: 'block', reason: 'too_risky', result }
  }
  if (result.decision === 'step_up') return { outcome: onStepUp, reason: STEP_UP_REQUIRED, result }
  if (result.decision === 'accept') return { outcome: 'allow', reason: 'passed', result }
  // An older service sends none.
  reportOnce(options, NO_DECISION)
  return { outcome: 'block', reason: 'no_decision', result }
}

const NO_RESULT = 'none'
const STEP_UP_REQUIRED = 'step_up_required'

/** From the header, or from a field of the parsed body. */
export function resultOf(header: unknown, body: unknown, field: string): unknown {
  return header ?? (body as Readonly<Record<string, unknown>> | null | undefined)?.[field]
}

/** For the page: with this code, step-up verification and another request help. A bot learns no more. */
export const refusalOf = ({ reason }: Decision): object => ({
  error: 'This request was refused.',
  ...(reason === STEP_UP_REQUIRED && { code: STEP_UP_REQUIRED }),
})
export const REFUSAL_STATUS = 403
