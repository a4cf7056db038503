/**
 * Token buckets in memory, so that a check costs no round trip. Several nodes share their counters
 * (`rate_exchange.ts`); between two exchanges each node counts on its own.
 */

/** A quota of 0 means no limit. */
export interface RatePolicy {
  /** The name in the `RateLimit` headers. */
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

/** Requests that a bucket admitted and no other node has counted yet. */
export interface UnsharedUse {
  readonly policy: RatePolicy
  readonly subject: string
  readonly count: number
  /** Applies the debt of all nodes, this use included. */
  reconcile(owedMs: number): void
  /** Keeps the use for the next exchange after a failed one. */
  retryLater(): void
}

export interface SharedRateLimiter extends RateLimiter {
  /** Up to `max` uses that matter to other nodes. The caller reconciles each, or retries it later. */
  takeUnshared(max: number): UnsharedUse[]
}

interface Bucket {
  readonly policy: RatePolicy
  readonly subject: string
  tokens: number
  at: number
  /** Admitted requests that no other node has counted yet. */
  unshared: number
  /** All nodes together used at least half of the quota, so every use is shared. */
  contended: boolean
}

/** Per policy. At about 150 bytes each, all buckets take some tens of megabytes at most. */
export const MAX_BUCKETS = 50_000

/** The share of a quota used before a bucket is shared. Ordinary visits stay below it and cost nothing. */
export const SHARED_AT = 1 / 16

const NO_LIMIT: RateDecision = {
  allowed: true,
  remaining: Number.MAX_SAFE_INTEGER,
  resetS: 0,
  retryAfterS: 0,
}

/** `monotonic`: a monotonic clock in milliseconds. */
export function openRateLimiter(monotonic: () => number = () => performance.now()): SharedRateLimiter {
  const byPolicy = new Map<string, Map<string, Bucket>>()
  let toShare = new Set<Bucket>()
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
      bucket = { policy, subject, tokens: quota, at: now, unshared: 0, contended: false }
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
        bucket.unshared += 1
      }
      if (isShared && (bucket.contended || bucket.unshared >= quota * SHARED_AT)) toShare.add(bucket)
      const perMs = perMsOf(policy)
      return {
        allowed,
        remaining: Math.max(0, Math.floor(bucket.tokens)),
        resetS: Math.ceil((quota - bucket.tokens) / perMs / 1000),
        retryAfterS: allowed ? 0 : Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000)),
      }
    },
    takeUnshared(max) {
      isShared = true
      const chosen = [...toShare].slice(0, max)
      toShare = new Set([...toShare].slice(max))
      return chosen.map((bucket) => {
        const count = bucket.unshared
        bucket.unshared = 0
        const { policy, subject } = bucket
        return {
          policy,
          subject,
          count,
          reconcile: (owedMs) => reconcile(bucket, owedMs, monotonic()),
          retryLater: () => {
            bucket.unshared += count
            toShare.add(bucket)
          },
        }
      })
    },
  }
}

/** Also subtracts requests admitted since the exchange began. The debt is at most one quota below an empty bucket. */
function reconcile(bucket: Bucket, owedMs: number, now: number): void {
  const { quota } = bucket.policy
  const left = Math.max(-quota, quota - owedMs * perMsOf(bucket.policy))
  refill(bucket, now)
  bucket.tokens = Math.min(bucket.tokens, left - bucket.unshared)
  bucket.contended = left <= quota / 2
}

function refill(bucket: Bucket, now: number): void {
  const { quota } = bucket.policy
  bucket.tokens = Math.min(quota, bucket.tokens + (now - bucket.at) * perMsOf(bucket.policy))
  bucket.at = now
}

const perMsOf = ({ quota, windowS }: RatePolicy): number => quota / (windowS * 1000)

/** Evicts full buckets first, then the oldest; a tenth at a time, so that evictions stay rare. */
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
