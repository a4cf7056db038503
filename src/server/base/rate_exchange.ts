/**
 * Nodes on one database tell each other, about once a second, what they let through. No request waits for it: a limit is
 * then exceeded by what other nodes let through within one exchange, and by a sixteenth of the quota for each of them.
 * While the database does not answer, every node counts alone.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { KeyStore } from '../../store/keys.ts'
import type { RateStore } from '../../store/rates.ts'
import type { SharedRateLimiter } from './rate_limit.ts'

/** Told at a time: a fraction of what the database takes in batches, and more than honest traffic has to tell. */
const MOST_TOLD = 2_000
/** A bucket and a debt of as much again, for the longest window there is. */
const MOST_OWED_MS = 2 * 60_000
/** Whoever owes nothing is forgotten about this often. */
const FORGET_EVERY_MS = 30_000

export interface RateExchangeOptions {
  readonly limiter: SharedRateLimiter
  readonly store: RateStore
  /** Known to all nodes and to nobody else: subjects leave the process only under it. */
  readonly secret: Uint8Array
  readonly everyMs: number
  onExchange?(): void
  onFailure(error: unknown): void
}

export interface RateExchange {
  /** One exchange, now. */
  run(): Promise<void>
  close(): Promise<void>
}

export function startRateExchange(options: RateExchangeOptions): RateExchange {
  const { limiter, store, secret, everyMs, onExchange, onFailure } = options
  let closed = false
  let forgotAt = performance.now() + Math.random() * FORGET_EVERY_MS
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  limiter.untold(0)

  async function exchange(): Promise<void> {
    const uses = limiter.untold(MOST_TOLD)
    try {
      const told = uses.map(({ policy, subject, count: used }) => ({
        subject: hashed(secret, policy.name, subject),
        costMs: (used * policy.windowS * 1000) / policy.quota,
      }))
      const owed = await store.addUses(told, MOST_OWED_MS)
      for (const [index, use] of uses.entries()) use.settle(owed[index] ?? 0)
      onExchange?.()
    } catch (error) {
      for (const use of uses) use.keep()
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

  function plan(): void {
    if (closed) return
    timer = setTimeout(() => void run().then(forget).then(plan), everyMs).unref()
  }

  plan()
  return {
    run,
    async close() {
      closed = true
      clearTimeout(timer)
      await run()
    },
  }
}

/** The same on every node of a store; made by the first that asks. */
export const sharedSecret = (keys: KeyStore): Promise<Uint8Array> => keys.secret('rates', randomBytes(32))

/** 64 bits: two subjects that meet by chance would share a limit, and nobody can look for one. */
export function hashed(secret: Uint8Array, kind: string, subject: string): bigint {
  return createHmac('sha256', secret).update(`${kind}\n${subject}`).digest().readBigInt64LE(0)
}
