/** Signed results, verified for servers. */
import { RESULT_LIFE_MS, VerifyAnswer, VerifyRequest } from '../../contract/result.ts'
import { jsonResponse } from '../http/openapi/responses.ts'
import { type Operation, operation } from '../http/operation.ts'
import type { Results } from './results.ts'
import { BODY_BYTES, ISSUED_AT, RESULT, SESSION_ID, SITE_KEY } from './schemas.ts'

export const resultOperations = (results: Results): readonly Operation[] => [
  operation({
    route: 'POST /v1/results/verify',
    audit: { none: 'records that the result was used' },
    allow: { scope: 'sessions', ownLimit: true },
    bodyLimit: BODY_BYTES,
    operationId: 'verifyResult',
    tag: 'Sessions',
    summary: 'Verify a signed result',
    description:
      'Decrypts the result that a page passed to your server. A result can be verified any number of times within its 120 seconds; with `once`, only the first request succeeds.',
    body: VerifyRequest,
    bodyExample: { result: RESULT, site_key: SITE_KEY, once: true },
    response: jsonResponse('The content of the result, or the reason why it is not valid.', VerifyAnswer, {
      valid: true,
      result: {
        result_id: 'Jt4xW0bQz8mRk2vYc6sNdA',
        session_id: SESSION_ID,
        site_key: SITE_KEY,
        risk_score: 12,
        effective_action: 'Auto-accept',
        proven: 'behavior',
        decision: 'accept',
        hostname: 'shop.example.org',
        issued_at: ISSUED_AT,
        expires_at: ISSUED_AT + RESULT_LIFE_MS,
        page_action: 'signup',
      },
    }),
    handle: async ({ actor: { workspace }, body, reply }): Promise<VerifyAnswer> => {
      const { result, site_key: siteKey, hostnames, once, idempotency_key } = body
      const verified = await results.verify(workspace, result, { siteKey, hostnames })
      if (!verified.valid) return verified
      results.limitVerified(workspace, verified.result, reply)
      if (!once) return verified
      const isFirst = await results.redeem(workspace, verified.result, idempotency_key)
      return isFirst ? verified : { valid: false, reason: 'already_used' }
    },
  }),
]
