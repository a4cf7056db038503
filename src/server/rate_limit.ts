/**
 * Token buckets, in this process's memory. The interface is narrow, so that a store shared between nodes
 * could stand behind it; until then a limit holds per node.
 */

/** A limit of 0 is no limit. */
export interface RatePolicy {
  /** As in the `RateLimit` headers. */
  readonly name: string
  /** A bucket's size, refilled evenly over the window. */
  readonly quota: number
  readonly windowS: number
}

export interface RateVerdict {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until the bucket is full. */
  readonly resetS: number
  /** Seconds until the next token, 0 when allowed. */
  readonly retryAfterS: number
}

export interface RateLimiter {
  take(policy: RatePolicy, subject: string): RateVerdict
  /** Buckets in memory. */
  readonly size: number
}

interface Bucket {
  tokens: number
  at: number
}

/** Per policy; a bucket is about 150 bytes, so all of them stay under some tens of megabytes. */
export const MAX_BUCKETS = 50_000

const NO_LIMIT: RateVerdict = { allowed: true, remaining: Number.MAX_SAFE_INTEGER, resetS: 0, retryAfterS: 0 }

/** `monotonic`: milliseconds of a clock that never jumps. */
export function openRateLimiter(monotonic: () => number = () => performance.now()): RateLimiter {
  const byPolicy = new Map<string, Map<string, Bucket>>()

  return {
    get size() {
      return [...byPolicy.values()].reduce((sum, buckets) => sum + buckets.size, 0)
    },
    take({ name, quota, windowS }, subject) {
      if (quota === 0) return NO_LIMIT
      let buckets = byPolicy.get(name)
      if (buckets === undefined) {
        buckets = new Map()
        byPolicy.set(name, buckets)
      }
      const now = monotonic()
      const perMs = quota / (windowS * 1000)
      let bucket = buckets.get(subject)
      if (bucket === undefined) {
        if (buckets.size >= MAX_BUCKETS) evict(buckets, now, quota, perMs)
        bucket = { tokens: quota, at: now }
        buckets.set(subject, bucket)
      } else {
        bucket.tokens = Math.min(quota, bucket.tokens + (now - bucket.at) * perMs)
        bucket.at = now
      }
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      return {
        allowed,
        remaining: Math.floor(bucket.tokens),
        resetS: Math.ceil((quota - bucket.tokens) / perMs / 1000),
        retryAfterS: allowed ? 0 : Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000)),
      }
    },
  }
}

/** Full buckets remember nothing and go first; then the oldest, a tenth at a time so that this stays rare. */
function evict(buckets: Map<string, Bucket>, now: number, quota: number, perMs: number): void {
  for (const [subject, bucket] of buckets) {
    if (bucket.tokens + (now - bucket.at) * perMs >= quota) buckets.delete(subject)
  }
  let surplus = buckets.size - Math.floor(MAX_BUCKETS * 0.9)
  for (const subject of buckets.keys()) {
    if (surplus-- <= 0) break
    buckets.delete(subject)
  }
}

export const policyHeader = ({ name, quota, windowS }: RatePolicy): string =>
  `"${name}";q=${quota};w=${windowS}`

export const remainingHeader = ({ name }: RatePolicy, { remaining, resetS }: RateVerdict): string =>
  `"${name}";r=${remaining};t=${resetS}`
