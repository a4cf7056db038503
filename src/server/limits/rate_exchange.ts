/**
 * Nodes on one database share their rate-limit counters about once a second. No request waits for it, so a limit can be
 * exceeded by the requests that other nodes admit within one interval, plus a sixteenth of the quota per node.
 * While the database is unavailable, every node counts on its own.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { KeyStore } from '../../store/keys.ts'
import type { RateStore } from '../../store/rates.ts'
import type { SharedRateLimiter } from './rate_limit.ts'

/** Counters per exchange: cheap for the database, and more than ordinary traffic needs. */
const MAX_SHARED = 2_000
/** A bucket and the same again as debt, for the longest window. */
const MAX_OWED_MS = 2 * 60_000
/** Subjects without debt are deleted at this interval. */
const FORGET_EVERY_MS = 30_000

export interface RateExchangeOptions {
  readonly limiter: SharedRateLimiter
  readonly store: RateStore
  /** Shared by all nodes. Subjects leave the process only as an HMAC with it. */
  readonly secret: Uint8Array
  readonly everyMs: number
  onExchange?(): void
  onFailure(error: unknown): void
}

export interface RateExchange {
  /** Runs one exchange now. */
  run(): Promise<void>
  close(): Promise<void>
}

export function startRateExchange(options: RateExchangeOptions): RateExchange {
  const { limiter, store, secret, everyMs, onExchange, onFailure } = options
  let closed = false
  let forgotAt = performance.now() + Math.random() * FORGET_EVERY_MS
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  limiter.takeUnshared(0)

  async function exchange(): Promise<void> {
    const uses = limiter.takeUnshared(MAX_SHARED)
    try {
      const shared = uses.map(({ policy, subject, count: used }) => ({
        subject: hashedSubject(secret, policy.name, subject),
        costMs: (used * policy.windowS * 1000) / policy.quota,
      }))
      const owed = await store.addUses(shared, MAX_OWED_MS)
      for (const [index, use] of uses.entries()) use.reconcile(owed[index] ?? 0)
      onExchange?.()
    } catch (error) {
      for (const use of uses) use.retryLater()
      onFailure(error)
    }
  }

  async function forget(): Promise<void> {
    if (performance.now() - forgotAt < FORGET_EVERY_MS) return
    forgotAt = performance.now()
    await store.forget().catch(onFailure)
  }

  const run = () => {
    running = running.then(exchange)
    return running
  }

  function schedule(): void {
    if (closed) return
    timer = setTimeout(() => void run().then(forget).then(schedule), everyMs).unref()
  }

  schedule()
  return {
    run,
    async close() {
      closed = true
      clearTimeout(timer)
      await run()
    },
  }
}

/** The same on every node of a store; created by the first node that needs it. */
export const sharedSecret = (keys: KeyStore): Promise<Uint8Array> => keys.secret('rates', randomBytes(32))

/** 64 bits: a collision only makes two subjects share a limit, and the key prevents targeted collisions. */
export function hashedSubject(secret: Uint8Array, kind: string, subject: string): bigint {
  return createHmac('sha256', secret).update(`${kind}\n${subject}`).digest().readBigInt64LE(0)
}
