/** Issues signed results to pages, and verifies them for servers. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  RESULT_LIFE_MS,
  type ResultAnswer,
  type ResultRequest,
  type SignedResult,
  type VerifyAnswer,
} from '../../contract/result.ts'
import { openClientAddress, rateSubject } from '../base/client_address.ts'
import type { Services } from '../base/services.ts'
import { openTokens } from '../base/token.ts'
import { requireAllowedSite } from '../http/allowed_site.ts'
import { ApiError } from '../http/errors.ts'
import { limitRate } from '../http/limit_rate.ts'
import type { ResponseHeaders } from '../http/response_headers.ts'
import { currentVerdict } from './current_verdict.ts'
import { openResultKeys } from './result_keys.ts'
import { sealResult, unsealResult } from './seal.ts'

const ID_BYTES = 16

export interface Results {
  /** Counts requests of an IP address, before the body is read. */
  limit(request: IncomingMessage, headers: ResponseHeaders): void
  issue(wanted: ResultRequest, request: IncomingMessage, headers: ResponseHeaders): Promise<ResultAnswer>
  verify(workspace: string, sealed: string, siteKey?: string): Promise<VerifyAnswer>
}

export async function openResults(services: Services): Promise<Results> {
  const { config, store, now } = services
  const tokens = await openTokens(store.keys, config.tokenKey)
  const keys = openResultKeys(store.keys)
  const addresses = openClientAddress(config.trustedProxies)

  return {
    limit(request, headers) {
      limitRate(services, headers, config.rates.batchesPerIp, rateSubject(addresses.of(request)))
    },

    async issue({ site_key, session_id, token, ...given }, request, headers) {
      const site = await services.keys.find(site_key)
      requireAllowedSite(site, request.headers)
      const { workspace, id: siteKeyId } = site
      const key = { workspace, sessionId: session_id }
      if (tokens.age(token, { ...key, siteKeyId }, now()) === null) throw new ApiError('invalid_token')
      limitRate(services, headers, config.rates.batchesPerSession, `${workspace} ${session_id}`)
      const verdict = await currentVerdict(services, key)
      if (verdict === null) throw new ApiError('session_not_found')
      const issuedAt = now()
      const result: SignedResult = {
        result_id: randomBytes(ID_BYTES).toString('base64url'),
        session_id,
        site_key,
        ...verdict,
        hostname: hostOf(request.headers.origin),
        issued_at: issuedAt,
        expires_at: issuedAt + RESULT_LIFE_MS,
        ...given,
      }
      return { result: sealResult(await keys.of(workspace), result), expires_at: result.expires_at }
    },

    async verify(workspace, sealed, siteKey) {
      const result = unsealResult(await keys.of(workspace), sealed)
      if (result === null) return { valid: false, reason: 'invalid' }
      if (now() >= result.expires_at) return { valid: false, reason: 'expired' }
      if (siteKey !== undefined && siteKey !== result.site_key) return { valid: false, reason: 'other_site' }
      return { valid: true, result }
    },
  }
}

function hostOf(origin: string | undefined): string {
  try {
    return new URL(origin ?? '').hostname
  } catch {
    return ''
  }
}
