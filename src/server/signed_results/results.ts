/** Issues signed results to pages, and verifies and redeems them for servers. */
import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { SESSION_IDLE_MS } from '../../contract/limits.ts'
import {
  RESULT_LIFE_MS,
  type ResultAnswer,
  type ResultFault,
  type ResultRequest,
  type SignedResult,
} from '../../contract/result.ts'
import { PASS_LIFE_MS } from '../../contract/step_up.ts'
import type { KeyRow } from '../../store/keys.ts'
import { JUMP_MS } from '../../store/stray.ts'
import { isTestWorkspace } from '../../store/test_workspace.ts'
import { openClientAddress, rateSubject } from '../addresses/client_address.ts'
import { isOriginAllowed } from '../addresses/origin.ts'
import { openTokens } from '../collect/token.ts'
import { requireAllowedSite } from '../http/allowed_site.ts'
import { ApiError } from '../http/errors.ts'
import { limitRate } from '../http/limit_rate.ts'
import type { ResponseHeaders } from '../http/response_headers.ts'
import type { Services } from '../services.ts'
import { isTestSession, TEST_SITES_OWNER, testSessionOf } from '../workspace/test_sites.ts'
import { type Assessment, openCurrentAssessments } from './current_assessment.ts'
import { openResultKeys } from './result_keys.ts'
import { sealResult, unsealResult } from './seal.ts'
import { testAssessment } from './test_assessment.ts'

const ID_BYTES = 16

/** Of one session, within the life of a result: enough for people who send a form again after a mistake. */
const MAX_REDEEMED = 5

/** Of one session that goes on, within the life of a redeemed result. */
const MAX_REDEEMED_IN_ALL = 30

/** Of redeemed results: passed tasks count them, and another result with the same ID may have been issued just now. */
const USED_LIFE_MS = PASS_LIFE_MS

/** What the server that verifies a result expects. */
export interface Expected {
  readonly siteKey?: string | undefined
  /** Of the page; empty: any. */
  readonly hostnames?: readonly string[] | undefined
}

export type Verified =
  | { readonly valid: true; readonly result: SignedResult }
  | { readonly valid: false; readonly reason: Exclude<ResultFault, 'already_used'> }

export interface Results {
  /** Counts requests of an IP address, before the body is read. */
  limit(request: IncomingMessage, headers: ResponseHeaders): void
  issue(wanted: ResultRequest, request: IncomingMessage, headers: ResponseHeaders): Promise<ResultAnswer>
  verify(workspace: string, sealed: string, expected?: Expected): Promise<Verified>
  /**
   * Counts verifications of the results of a session. Not by key: visitors who send forms could use up its limit, and
   * then nobody's result could be verified.
   */
  limitVerified(workspace: string, result: SignedResult, headers: ResponseHeaders): void
  /** True for the first use of a result, and for a repetition with the same idempotency key. */
  redeem(workspace: string, result: SignedResult, idempotencyKey?: string): Promise<boolean>
}

export async function openResults(services: Services): Promise<Results> {
  const { config, store, now } = services
  const tokens = await openTokens(store.keys, config.tokenKey)
  const keys = openResultKeys(store.keys)
  const addresses = openClientAddress(config.trustedProxies)
  const currentAssessment = openCurrentAssessments(services)

  return {
    limit(request, headers) {
      limitRate(services, headers, config.rates.batchesPerIp, rateSubject(addresses.of(request)))
    },

    async issue({ site_key, session_id, token, tab, ...given }, request, headers) {
      const site = await services.keys.find(site_key)
      requireAllowedSite(site, request.headers)
      const { workspace, id: siteKeyId } = site
      const key = { workspace, sessionId: session_id }
      if (tokens.age(token, { ...key, siteKeyId }, now()) === null) throw new ApiError('invalid_token')
      const hostname = hostOf(request.headers.origin)
      if (testSessionOf(site) === session_id) {
        const issued_at = now()
        const result: SignedResult = {
          result_id: randomBytes(ID_BYTES).toString('base64url'),
          session_id,
          site_key,
          ...testAssessment(session_id),
          hostname,
          issued_at,
          expires_at: issued_at + RESULT_LIFE_MS,
          ...given,
        }
        return {
          result: sealResult(await keys.of(TEST_SITES_OWNER), result),
          expires_at: result.expires_at,
        }
      }
      limitRate(services, headers, config.rates.batchesPerSession, `${workspace} ${session_id}`)
      const current = await currentAssessment(key)
      if (current === null) throw new ApiError('session_not_found')
      // A first batch can be repeated under another site key, which gives a token for that key.
      if (current.session.siteKeyId !== siteKeyId) throw new ApiError('invalid_token')
      const issuedAt = now()
      const used = await store.usedResults.ofSession(workspace, session_id, issuedAt)
      const secret = await keys.of(workspace)
      // A full session stores no further documents; an invented one must not give another result.
      const page = tab !== undefined && (await store.sessions.hasTab(key, tab)) ? tab : ''
      const place = `${session_id}\n${page}\n${given.page_action ?? ''}`
      const result: SignedResult = {
        result_id: nextId(secret, place, used, { lastAt: current.session.lastAt, now: issuedAt }),
        session_id,
        site_key,
        ...(issuedAt - current.session.lastAt > SESSION_IDLE_MS
          ? afterIdle(current.assessment)
          : current.assessment),
        hostname,
        issued_at: issuedAt,
        expires_at: issuedAt + RESULT_LIFE_MS,
        ...given,
      }
      return { result: sealResult(secret, result), expires_at: result.expires_at }
    },

    async verify(workspace, sealed, { siteKey, hostnames = [] } = {}) {
      // Only test keys accept results of the sites for browser tests, whose keys are public.
      const result =
        unsealResult(await keys.of(workspace), sealed) ??
        (isTestWorkspace(workspace) ? unsealResult(await keys.of(TEST_SITES_OWNER), sealed) : null)
      if (result === null) return { valid: false, reason: 'invalid' }
      // A result of a clock that was ahead does not become valid again once it is set right.
      const isStray = result.issued_at > now() + JUMP_MS
      if (isStray || now() >= result.expires_at) return { valid: false, reason: 'expired' }
      const { site_key, hostname } = result
      if (siteKey !== undefined && siteKey !== site_key) return { valid: false, reason: 'wrong_site_key' }
      const isListed = hostnames.length === 0 || hostnames.includes(hostname)
      const isAllowed = isListed && isHostOf(await services.keys.find(site_key), hostname)
      return isAllowed ? { valid: true, result } : { valid: false, reason: 'wrong_host' }
    },

    limitVerified(workspace, { session_id: sessionId }, headers) {
      if (isTestSession(sessionId)) return
      limitRate(services, headers, config.rates.resultsPerSession, `${workspace} ${sessionId}`)
    },

    async redeem(workspace, { session_id: sessionId, result_id: resultId }, idempotencyKey) {
      const usedAt = now()
      const used = {
        workspace,
        sessionId,
        resultId,
        idempotencyKey: idempotencyKey || null,
        usedAt,
        expiresAt: usedAt + USED_LIFE_MS,
      }
      if (!(await store.usedResults.use(used))) return false
      if (isTestSession(sessionId)) return true
      // Counted afterwards: of requests at the same time, none overlooks the others.
      const all = await store.usedResults.ofSession(workspace, sessionId, usedAt)
      const recent = [...all.values()].filter((at) => isRecent(at, usedAt))
      if (recent.length <= MAX_REDEEMED && all.size <= MAX_REDEEMED_IN_ALL) return true
      await store.usedResults.withdraw(used)
      return false
    },
  }
}

/** The script begins another session after so long. A passed task counts for its own time. */
const afterIdle = (assessment: Assessment): Assessment =>
  assessment.decision === 'accept' && assessment.step_up !== 'passed'
    ? { ...assessment, decision: 'step_up' }
    : assessment

const isRecent = (usedAt: number, now: number): boolean => usedAt > now - RESULT_LIFE_MS

/**
 * The ID of the result of a page load and action. For the life of a result, it stays the same until a server redeemed the result and the visitor
 * then went on, for instance to correct a form. So a session cannot collect results.
 */
function nextId(
  secret: Uint8Array,
  place: string,
  used: ReadonlyMap<string, number>,
  { lastAt, now }: { readonly lastAt: number; readonly now: number },
): string {
  for (let number = 0; ; number++) {
    const id = createHmac('sha256', secret)
      .update(`byhand result id\n${number}\n${place}`)
      .digest()
      .subarray(0, ID_BYTES)
      .toString('base64url')
    const usedAt = used.get(id)
    if (usedAt === undefined || (usedAt >= lastAt && isRecent(usedAt, now))) return id
  }
}

/** The origins of a key may have changed since the result was issued. */
const isHostOf = (site: KeyRow | null, hostname: string): boolean =>
  (site?.origins ?? []).length === 0 ||
  (site as KeyRow).origins.some((origin) => {
    const [, scheme = '', port = ''] = /^(https?:\/\/).*?(:\d+)?$/.exec(origin) ?? []
    return isOriginAllowed([origin], scheme + hostname + port)
  })

function hostOf(origin: string | undefined): string {
  try {
    return new URL(origin ?? '').hostname
  } catch {
    return ''
  }
}
