/** Verifies the response of a captcha widget once, with the contract of its vendor. */
import type { ResultFault } from '../../src/contract/result.ts'
import type { ResponseHeaders } from '../../src/server/http/response_headers.ts'
import type { Services } from '../../src/server/services.ts'
import { openCurrentAssessments } from '../../src/server/signed_results/current_assessment.ts'
import type { Results } from '../../src/server/signed_results/results.ts'
import type { KeyRow } from '../../src/store/keys.ts'
import type { Fields } from './fields.ts'
import { assessmentBody, type Fault, faultBody, type Vendor } from './vendors.ts'

const FAULTS: Readonly<Record<ResultFault, Fault>> = {
  invalid: 'invalid_response',
  expired: 'expired',
  wrong_site_key: 'wrong_site_key',
  wrong_host: 'wrong_host',
  already_used: 'already_used',
}

export interface SiteVerify {
  /** The key of the `secret` field, or the reason why it is none. */
  authenticate(secret: string): Promise<KeyRow | Fault>
  verify(vendor: Vendor, workspace: string, fields: Fields, headers: ResponseHeaders): Promise<object>
}

export function openSiteVerify(services: Services, results: Results): SiteVerify {
  const { keys } = services
  const currentAssessment = openCurrentAssessments(services)

  return {
    async authenticate(secret) {
      if (secret === '') return 'missing_secret'
      const row = await keys.find(secret)
      return row?.kind === 'secret' && row.scopes.includes('sessions') ? row : 'invalid_secret'
    },

    async verify(vendor, workspace, { response, sitekey, hostnames, idempotencyKey }, headers) {
      if (response === '') return faultBody(vendor, 'missing_response')
      const answer = await results.verify(workspace, response, { siteKey: sitekey || undefined, hostnames })
      if (!answer.valid) return faultBody(vendor, FAULTS[answer.reason])
      const { result } = answer
      results.limitVerified(workspace, result, headers)
      const key = { workspace, sessionId: result.session_id }
      // The session may have gone on since the result was signed. If it was erased, the signed assessment remains.
      const assessment = (await currentAssessment(key))?.assessment ?? result
      if (!(await results.redeem(workspace, result, idempotencyKey))) return faultBody(vendor, 'already_used')
      return assessmentBody(vendor, result, assessment)
    },
  }
}
