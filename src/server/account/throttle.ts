/**
 * How often a login may be tried: ten times in fifteen minutes for an account from an address, on all nodes together
 * where they share a store. Fails closed: without an answer of the store nothing is evaluated.
 */
import type { RateStore } from '../../store/rates.ts'
import type { Store } from '../../store/store.ts'
import { hashedSubject, sharedSecret } from '../base/rate_exchange.ts'

const WINDOW_MS = 15 * 60_000
const TRIES = 10
/** Tries under any name from one address, so that names cannot be tried one after the other. */
const TRIES_PER_ADDRESS = 100
/** About 100 bytes each. Full of live ones, it lets nobody in until some have ended. */
const MAX_SUBJECTS = 50_000

export interface LoginThrottle {
  /** Counts a try. False: too many; it must not be evaluated. */
  admit(email: string, address: string): Promise<boolean>
  /** A login that worked takes its tries back. */
  forgive(email: string, address: string): Promise<void>
}

/** Counts tries within a window that begins with the first of them. */
export interface TryCounter {
  /** How many there are with this one. */
  count(subject: string): Promise<number>
  forget(subject: string): Promise<void>
}

export function openLoginThrottle(counter: TryCounter): LoginThrottle {
  const pair = (email: string, address: string) => `${address} ${email}`
  return {
    admit: async (email, address) =>
      (await counter.count(address)) <= TRIES_PER_ADDRESS &&
      (await counter.count(pair(email, address))) <= TRIES,
    forgive: (email, address) => counter.forget(pair(email, address)),
  }
}

/** In the store where nodes share one, otherwise in memory. */
export function openTryCounter({ rates, keys }: Pick<Store, 'rates' | 'keys'>): TryCounter {
  if (rates === undefined) return countInMemory()
  let secret: Uint8Array | undefined
  return countInStore(rates, async () => {
    secret ??= await sharedSecret(keys)
    return secret
  })
}

/** For one process. */
export function countInMemory(monotonic: () => number = () => performance.now()): TryCounter {
  const subjects = new Map<string, { count: number; readonly since: number }>()
  return {
    async count(subject) {
      const now = monotonic()
      const known = subjects.get(subject)
      if (known !== undefined && now - known.since < WINDOW_MS) return ++known.count
      if (subjects.size >= MAX_SUBJECTS) {
        for (const [old, { since }] of subjects) if (now - since >= WINDOW_MS) subjects.delete(old)
        if (subjects.size >= MAX_SUBJECTS) return Number.POSITIVE_INFINITY
      }
      subjects.set(subject, { count: 1, since: now })
      return 1
    },
    async forget(subject) {
      subjects.delete(subject)
    },
  }
}

/** For all nodes of one store. `secret`: known to all of them. */
function countInStore(store: RateStore, secret: () => Promise<Uint8Array>): TryCounter {
  const keyed = async (subject: string) => hashedSubject(await secret(), 'login', subject)
  return {
    count: async (subject) => store.countTry(await keyed(subject), WINDOW_MS),
    forget: async (subject) => store.forgetTries(await keyed(subject)),
  }
}
