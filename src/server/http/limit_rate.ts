/** A rate limit, as a request meets it: headers when there is room, 429 when there is none. */

import { policyHeader, type RatePolicy, type RateVerdict, remainingHeader } from '../base/rate_limit.ts'
import type { Services } from '../base/services.ts'
import type { AnswerHeaders } from './answer_headers.ts'
import { ApiError } from './errors.ts'

/** Fails open: a limiter that breaks must not stop the service it protects. */
export function limitRate(
  services: Services,
  headers: AnswerHeaders,
  policy: RatePolicy,
  subject: string,
): void {
  if (policy.quota === 0) return
  let verdict: RateVerdict
  try {
    verdict = services.rates.take(policy, subject)
  } catch {
    services.metrics.limiterFailures.inc()
    return
  }
  headers
    .header('ratelimit-policy', policyHeader(policy))
    .header('ratelimit', remainingHeader(policy, verdict))
  if (!verdict.allowed) throw new ApiError('rate_limited', { retryAfterS: verdict.retryAfterS })
}
