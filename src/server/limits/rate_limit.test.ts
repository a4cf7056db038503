import { describe, expect, it } from 'vitest'
import { MAX_BUCKETS, openRateLimiter, policyHeader, remainingHeader } from './rate_limit.ts'

const POLICY = { name: 'read', quota: 60, windowS: 60 }

function limiter() {
  let clock = 0
  const { take } = openRateLimiter(() => clock)
  return {
    take: (subject = 'a') => take(POLICY, subject),
    wait: (ms: number) => {
      clock += ms
    },
  }
}

describe('a token bucket', () => {
  it('admits its quota at once, then one request per refilled token', () => {
    const { take, wait } = limiter()
    for (let i = 0; i < 60; i++) expect(take().allowed).toBe(true)
    expect(take()).toEqual({ allowed: false, remaining: 0, resetS: 60, retryAfterS: 1 })
    wait(999)
    expect(take().allowed).toBe(false)
    wait(1)
    expect(take().allowed).toBe(true)
    expect(take().allowed).toBe(false)
  })

  it('never holds more than its quota', () => {
    const { take, wait } = limiter()
    take()
    wait(3_600_000)
    expect(take().remaining).toBe(59)
  })

  it('counts subjects separately', () => {
    const { take } = limiter()
    for (let i = 0; i < 61; i++) take('a')
    expect(take('a').allowed).toBe(false)
    expect(take('b').allowed).toBe(true)
  })

  it('stays bounded under many subjects, and evicts idle ones before busy ones', () => {
    let clock = 0
    const limiter = openRateLimiter(() => clock)
    const busy = () => limiter.take(POLICY, 'busy')
    for (let i = 0; i < 60; i++) busy()
    for (let i = 0; i < 3 * MAX_BUCKETS; i++) {
      clock += 1
      limiter.take(POLICY, `address ${i}`)
      if (i % 900 === 0) busy()
    }
    expect(limiter.size).toBeLessThanOrEqual(MAX_BUCKETS)
    expect(busy().remaining).toBeLessThan(10)
  })

  it('does not limit where the quota is 0', () => {
    const { take } = openRateLimiter(() => 0)
    for (let i = 0; i < 1_000; i++) expect(take({ ...POLICY, quota: 0 }, 'a').allowed).toBe(true)
  })

  it('writes the RateLimit headers of the IETF draft', () => {
    const { take } = limiter()
    take()
    expect(policyHeader(POLICY)).toBe('"read";q=60;w=60')
    expect(remainingHeader(POLICY, take())).toBe('"read";r=58;t=2')
  })
})
