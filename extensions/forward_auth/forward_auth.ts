/** Answers proxies that ask whether to pass a request on. */
import type { IncomingMessage } from 'node:http'
import { Compile } from 'typebox/schema'
import type { AgentFinding, AgentPolicy } from '../../src/contract/agent_finding.ts'
import type { SignedResult } from '../../src/contract/result.ts'
import { RESULT_COOKIE } from '../../src/contract/result_cookie.ts'
import { invalid } from '../../src/server/http/errors.ts'
import { openSessionWait } from '../../src/server/http/session_wait.ts'
import type { Services } from '../../src/server/services.ts'
import {
  type Assessment,
  openCurrentAssessments,
} from '../../src/server/signed_results/current_assessment.ts'
import type { Results } from '../../src/server/signed_results/results.ts'
import { openWorkspaceSettings, type WorkspaceSettings } from '../../src/server/workspace/settings_cache.ts'
import { isTestSession } from '../../src/server/workspace/test_sites.ts'
import { type ForwardAuthReason, ForwardAuthRule, type Outcome } from './contract.ts'
import { type Decision, decideRequest, policiesOf } from './decision.ts'
import { forwardedMessage, headerValues } from './forwarded_message.ts'

/** A form is often checked before the last batch of its page has arrived. */
const WAIT_MS = 2_000

const URI_HEADER = 'x-forwarded-uri'

export interface VisitorDecision extends Decision {
  /** Absent without a valid result. */
  readonly sessionId?: string
  readonly score?: number
  readonly agent: AgentFinding
}

export interface ForwardAuth {
  decide(workspace: string, siteKey: string, request: IncomingMessage): Promise<VisitorDecision>
}

const isRule = Compile(ForwardAuthRule)

/** Invalid rules count as absent. */
const forwardAuthRules = ({ forward_auth }: WorkspaceSettings): ForwardAuthRule[] =>
  Array.isArray(forward_auth) ? forward_auth.filter((rule) => isRule.Check(rule)) : []

export function openForwardAuth(services: Services, results: Results): ForwardAuth {
  const { store, config, rates, agents, now } = services
  const currentAssessment = openCurrentAssessments(services)
  const settings = openWorkspaceSettings(store.keys)
  const wait = openSessionWait(store.sessions, now)

  /** Many clients that share the cookie of one person exceed the limit. */
  function isTooMany(workspace: string, sessionId: string): boolean {
    const policy = config.rates.resultsPerSession
    return (
      !isTestSession(sessionId) &&
      policy.quota > 0 &&
      !rates.take(policy, `${workspace} ${sessionId}`).allowed
    )
  }

  async function openCookie(
    workspace: string,
    siteKey: string,
    cookie: string | undefined,
  ): Promise<SignedResult | ForwardAuthReason> {
    if (!cookie) return 'missing'
    const answer = await results.verify(workspace, cookie, { siteKey })
    if (!answer.valid) return answer.reason
    return isTooMany(workspace, answer.result.session_id) ? 'rate_limited' : answer.result
  }

  async function decideVisitor(
    workspace: string,
    siteKey: string,
    request: IncomingMessage,
    uri: string,
  ): Promise<Omit<VisitorDecision, 'agent'>> {
    const policies = policiesOf(forwardAuthRules(await settings.of(workspace)), uri)
    const result = await openCookie(workspace, siteKey, resultCookie(request.headers.cookie))
    if (typeof result === 'string') return decideRequest(policies, result)
    const key = { workspace, sessionId: result.session_id }
    // The session may have gone on since the result was signed. If it was erased, the signed assessment remains.
    const current = async (): Promise<Assessment> => (await currentAssessment(key))?.assessment ?? result
    let assessment = await current()
    let decision = decideRequest(policies, assessment)
    if (decision.outcome === 'block' && decision.reason === 'step_up') {
      await wait.untilCurrent(key, WAIT_MS)
      assessment = await current()
      decision = decideRequest(policies, assessment)
    }
    return { ...decision, sessionId: result.session_id, score: assessment.risk_score }
  }

  return {
    async decide(workspace, siteKey, request) {
      const uri = onlyUri(request)
      const message = forwardedMessage(request, uri)
      const agent =
        typeof message === 'string'
          ? ({ status: 'unverified', reason: message } as const)
          : await agents.verifyForSite(workspace, siteKey, message, 'proxy')
      if (agent.status === 'verified') {
        const outcome = OUTCOME_OF_POLICY[agent.verified_agent.policy]
        return { outcome, reason: 'verified_agent', agent }
      }
      const decision = await decideVisitor(workspace, siteKey, request, uri)
      if (agent.status !== 'invalid' && agent.status !== 'expired') return { ...decision, agent }
      if (decision.outcome === 'block') return { ...decision, agent }
      return { ...decision, outcome: 'review', reason: `${agent.status}_agent_signature`, agent }
    },
  }
}

const OUTCOME_OF_POLICY: Readonly<Record<AgentPolicy, Outcome>> = {
  allow: 'allow',
  monitor: 'review',
  block: 'block',
}

/** A second header would be the visitor's own, which the proxy did not replace. */
function onlyUri(request: IncomingMessage): string {
  const [uri, ...more] = headerValues(request, URI_HEADER)
  if (!uri) throw invalid(URI_HEADER, 'is required: the proxy must send the path of the request')
  if (more.length > 0) throw invalid(URI_HEADER, 'is given more than once')
  return uri
}

function resultCookie(header = ''): string | undefined {
  for (const pair of header.split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === RESULT_COOKIE) return value
  }
  return undefined
}
