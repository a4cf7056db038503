/** A store that stalls must not stall its callers. */
import { ApiError } from '../errors.ts'

/** A healthy disk answers in milliseconds; a browser closing its page cannot wait much longer than this. */
const DEADLINE_MS = 5_000
const RETRY_AFTER_S = 5

/** The work goes on after the deadline: a batch stored late is found `repeated` when it is sent again. */
export async function withinDeadline<Value>(work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new ApiError('store_unavailable', { retryAfterS: RETRY_AFTER_S })),
    DEADLINE_MS,
  )
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
