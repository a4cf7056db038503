import { describe, expect, it } from 'vitest'
import type { RateStore } from '../../store/rates.ts'
import { type RateExchange, startRateExchange } from './rate_exchange.ts'
import { openRateLimiter, SHARED_AT, type SharedRateLimiter } from './rate_limit.ts'

const POLICY = { name: 'read', quota: 160, windowS: 60 }
const SECOND_MS = 1_000
/** The tests trigger each exchange themselves. */
const NEVER_MS = 2 ** 30

interface Node {
  readonly limiter: SharedRateLimiter
  readonly exchange: RateExchange
}

function cluster(nodes: number) {
  let clock = 0
  const fullAt = new Map<bigint, number>()
  const trouble = { on: false, failures: 0, shared: 0 }
  const store: Pick<RateStore, 'addUses' | 'forget'> = {
    async addUses(uses, mostMs) {
      if (trouble.on) throw new Error('the database is unavailable')
      trouble.shared += uses.length
      return uses.map(({ subject, costMs }) => {
        const full = Math.min(Math.max(fullAt.get(subject) ?? 0, clock) + costMs, clock + mostMs)
        fullAt.set(subject, full)
        return full - clock
      })
    },
    forget: async () => 0,
  }
  const all: Node[] = Array.from({ length: nodes }, () => {
    const limiter = openRateLimiter(() => clock)
    const exchange = startRateExchange({
      limiter,
      store: store as RateStore,
      secret: Buffer.from('secret'),
      everyMs: NEVER_MS,
      onFailure: () => trouble.failures++,
    })
    return { limiter, exchange }
  })
  return {
    all,
    trouble,
    fullAt,
    wait: (ms: number) => {
      clock += ms
    },
    async exchange() {
      for (const node of all) await node.exchange.run()
    },
    /** Sends this many requests to every node; returns the number admitted. */
    send(times: number, subject = 'a'): number {
      let allowed = 0
      for (let i = 0; i < times; i++)
        for (const { limiter } of all) if (limiter.take(POLICY, subject).allowed) allowed++
      return allowed
    },
  }
}

/** Sends more requests than allowed, with an exchange every second. */
async function flood(nodes: ReturnType<typeof cluster>, seconds: number, perNode: number, exchanges = true) {
  let allowed = 0
  for (let second = 0; second < seconds; second++) {
    allowed += nodes.send(perNode)
    if (exchanges) await nodes.exchange()
    nodes.wait(SECOND_MS)
  }
  return allowed
}

describe('nodes that share rate-limit counters', () => {
  it('enforce one common limit, up to the requests of one interval', async () => {
    const seconds = 120
    const perNode = 10
    const allowed = await flood(cluster(3), seconds, perNode)
    const due = POLICY.quota + (seconds * POLICY.quota) / POLICY.windowS
    const unseen = 2 * (perNode + POLICY.quota * SHARED_AT)
    expect(allowed).toBeGreaterThanOrEqual(due * 0.9)
    expect(allowed).toBeLessThanOrEqual(due + unseen)
  })

  it('would admit three times as many requests without the exchange', async () => {
    const allowed = await flood(cluster(3), 120, 10, false)
    expect(allowed).toBeGreaterThan(2.5 * (POLICY.quota + (120 * POLICY.quota) / POLICY.windowS))
  })

  it('recover from a burst and then continue at the configured rate', async () => {
    const nodes = cluster(3)
    expect(nodes.send(1_000)).toBe(3 * POLICY.quota)
    await nodes.exchange()
    expect(nodes.send(1)).toBe(0)
    await nodes.exchange()
    // Two quotas too many were admitted; the debt is capped at one quota.
    nodes.wait(59 * SECOND_MS)
    expect(nodes.send(1)).toBe(0)
    const [first] = nodes.all as [Node]
    expect(first.limiter.take(POLICY, 'a')).toMatchObject({ allowed: false, remaining: 0 })
    nodes.wait(3 * SECOND_MS)
    expect(nodes.send(1)).toBeGreaterThan(0)
  })

  it('share nothing under ordinary use', async () => {
    const nodes = cluster(3)
    for (let visitor = 0; visitor < 500; visitor++) nodes.send(3, `visitor ${visitor}`)
    await nodes.exchange()
    expect(nodes.trouble.shared).toBe(0)
  })

  it('count on their own while the database is unavailable, and share everything afterwards', async () => {
    const nodes = cluster(2)
    nodes.trouble.on = true
    expect(nodes.send(40)).toBe(80)
    await nodes.exchange()
    expect(nodes.trouble.failures).toBe(2)
    expect(nodes.send(40)).toBe(80)
    nodes.trouble.on = false
    await nodes.exchange()
    expect([...nodes.fullAt.values()]).toEqual([POLICY.windowS * SECOND_MS])
    // The first node shared before the second, so it learns of the rest at its next exchange.
    const [first, second] = nodes.all as [Node, Node]
    expect(second.limiter.take(POLICY, 'a').allowed).toBe(false)
    expect(first.limiter.take(POLICY, 'a').allowed).toBe(true)
    await nodes.exchange()
    expect(first.limiter.take(POLICY, 'a').allowed).toBe(false)
  })

  it('share subjects only as hashes', async () => {
    const nodes = cluster(1)
    nodes.send(50, '192.0.2.1')
    await nodes.exchange()
    expect([...nodes.fullAt.keys()].every((subject) => typeof subject === 'bigint')).toBe(true)
    expect(nodes.fullAt.size).toBe(1)
  })
})
