/**
 * Token buckets, in this process's memory: asking one costs no round trip. Several nodes tell each other what they let
 * through (`rate_exchange.ts`); between two exchanges each counts alone.
 */

/** A limit of 0 is no limit. */
export interface RatePolicy {
  /** As in the `RateLimit` headers. */
  readonly name: string
  /** A bucket's size, refilled evenly over the window. */
  readonly quota: number
  readonly windowS: number
}

export interface RateDecision {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until the bucket is full. */
  readonly resetS: number
  /** Seconds until the next token, 0 when allowed. */
  readonly retryAfterS: number
}

export interface RateLimiter {
  take(policy: RatePolicy, subject: string): RateDecision
  /** Buckets in memory. */
  readonly size: number
}

/** What one bucket let through and no other node knows of. */
export interface UnsharedUse {
  readonly policy: RatePolicy
  readonly subject: string
  readonly count: number
  /** All nodes together owe this bucket so much time, this use included. */
  settle(owedMs: number): void
  /** It could not be told: it is kept for the next time. */
  keep(): void
}

export interface SharedRateLimiter extends RateLimiter {
  /** Those that matter to other nodes, at most so many; each is to be settled or kept. */
  untold(most: number): UnsharedUse[]
}

interface Bucket {
  readonly policy: RatePolicy
  readonly subject: string
  tokens: number
  at: number
  untold: number
  /** All nodes together have used half: whoever asks for it now, the others are asked too. */
  pressed: boolean
}

/** Per policy; a bucket is about 150 bytes, so all of them stay under some tens of megabytes. */
export const MAX_BUCKETS = 50_000

/** This part of a quota is used before anybody is told: an ordinary visit stays below it and costs nothing. */
export const SHARED_AT = 1 / 16

const NO_LIMIT: RateDecision = {
  allowed: true,
  remaining: Number.MAX_SAFE_INTEGER,
  resetS: 0,
  retryAfterS: 0,
}

/** `monotonic`: milliseconds of a clock that never jumps. */
export function openRateLimiter(monotonic: () => number = () => performance.now()): SharedRateLimiter {
  const byPolicy = new Map<string, Map<string, Bucket>>()
  let toTell = new Set<Bucket>()
  let isShared = false

  function bucketOf(policy: RatePolicy, subject: string, now: number): Bucket {
    const { name, quota } = policy
    let buckets = byPolicy.get(name)
    if (buckets === undefined) {
      buckets = new Map()
      byPolicy.set(name, buckets)
    }
    let bucket = buckets.get(subject)
    if (bucket === undefined) {
      if (buckets.size >= MAX_BUCKETS) evict(buckets, now)
      bucket = { policy, subject, tokens: quota, at: now, untold: 0, pressed: false }
      buckets.set(subject, bucket)
    } else refill(bucket, now)
    return bucket
  }

  return {
    get size() {
      return [...byPolicy.values()].reduce((sum, buckets) => sum + buckets.size, 0)
    },
    take(policy, subject) {
      const { quota } = policy
      if (quota === 0) return NO_LIMIT
      const bucket = bucketOf(policy, subject, monotonic())
      const allowed = bucket.tokens >= 1
      if (allowed) {
        bucket.tokens -= 1
        bucket.untold += 1
      }
      if (isShared && (bucket.pressed || bucket.untold >= quota * SHARED_AT)) toTell.add(bucket)
      const perMs = perMsOf(policy)
      return {
        allowed,
        remaining: Math.max(0, Math.floor(bucket.tokens)),
        resetS: Math.ceil((quota - bucket.tokens) / perMs / 1000),
        retryAfterS: allowed ? 0 : Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000)),
      }
    },
    untold(most) {
      isShared = true
      const chosen = [...toTell].slice(0, most)
      toTell = new Set([...toTell].slice(most))
      return chosen.map((bucket) => {
        const count = bucket.untold
        bucket.untold = 0
        const { policy, subject } = bucket
        return {
          policy,
          subject,
          count,
          settle: (owedMs) => settle(bucket, owedMs, monotonic()),
          keep: () => {
            bucket.untold += count
            toTell.add(bucket)
          },
        }
      })
    },
  }
}

/** What was let through since the others were told comes off too. Nobody owes more than one quota beyond an empty bucket. */
function settle(bucket: Bucket, owedMs: number, now: number): void {
  const { quota } = bucket.policy
  const left = Math.max(-quota, quota - owedMs * perMsOf(bucket.policy))
  refill(bucket, now)
  bucket.tokens = Math.min(bucket.tokens, left - bucket.untold)
  bucket.pressed = left <= quota / 2
}

function refill(bucket: Bucket, now: number): void {
  const { quota } = bucket.policy
  bucket.tokens = Math.min(quota, bucket.tokens + (now - bucket.at) * perMsOf(bucket.policy))
  bucket.at = now
}

const perMsOf = ({ quota, windowS }: RatePolicy): number => quota / (windowS * 1000)

/** Full buckets remember nothing and go first; then the oldest, a tenth at a time so that this stays rare. */
function evict(buckets: Map<string, Bucket>, now: number): void {
  for (const [subject, { policy, tokens, at }] of buckets) {
    if (tokens + (now - at) * perMsOf(policy) >= policy.quota) buckets.delete(subject)
  }
  let surplus = buckets.size - Math.floor(MAX_BUCKETS * 0.9)
  for (const subject of buckets.keys()) {
    if (surplus-- <= 0) break
    buckets.delete(subject)
  }
}

export const policyHeader = ({ name, quota, windowS }: RatePolicy): string =>
  `"${name}";q=${quota};w=${windowS}`

export const remainingHeader = ({ name }: RatePolicy, { remaining, resetS }: RateDecision): string =>
  `"${name}";r=${remaining};t=${resetS}`
