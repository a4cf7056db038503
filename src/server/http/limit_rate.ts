/** Applies a rate limit to a request: sets the RateLimit headers, and throws 429 above the limit. */

import { policyHeader, type RateDecision, type RatePolicy, remainingHeader } from '../limits/rate_limit.ts'
import type { Services } from '../services.ts'
import { ApiError } from './errors.ts'
import type { ResponseHeaders } from './response_headers.ts'

/** Fails open: an error in the limiter must not stop the service. */
export function limitRate(
  services: Services,
  headers: ResponseHeaders,
  policy: RatePolicy,
  subject: string,
): void {
  if (policy.quota === 0) return
  let decision: RateDecision
  try {
    decision = services.rates.take(policy, subject)
  } catch {
    services.metrics.limiterFailures.inc()
    return
  }
  headers
    .header('ratelimit-policy', policyHeader(policy))
    .header('ratelimit', remainingHeader(policy, decision))
  if (!decision.allowed) throw new ApiError('rate_limited', { retryAfterS: decision.retryAfterS })
}
