/**
 * Limits login attempts: ten in fifteen minutes per account and IP address, and ten one-time codes per account, across
 * all nodes that share a store. Fails closed: if the store is unavailable, no password is verified.
 */
import type { RateStore } from '../../store/rates.ts'
import type { Store } from '../../store/store.ts'
import { hashedSubject, sharedSecret } from './rate_exchange.ts'

const WINDOW_MS = 15 * 60_000
const TRIES = 10
/** Attempts per IP address for any account, so that one address cannot try many accounts. */
const TRIES_PER_ADDRESS = 100
/** About 100 bytes each. When the table is full of current entries, new attempts are rejected. */
const MAX_SUBJECTS = 50_000

export interface LoginThrottle {
  /** Counts an attempt. False: too many; the password must not be verified. */
  admit(email: string, address: string): Promise<boolean>
  /** Resets the attempts of an account and address after a successful login. */
  reset(email: string, address: string): Promise<void>
  /** Counts a one-time code for an account, from any address. False: too many; the code must not be verified. */
  admitCode(memberId: string): Promise<boolean>
  /** Resets the codes of an account after a correct one. */
  resetCodes(memberId: string): Promise<void>
}

/** Counts attempts in a window that starts with the first one. */
export interface TryCounter {
  /** Counts one attempt; returns the total in the window. */
  count(subject: string): Promise<number>
  forget(subject: string): Promise<void>
}

export function openLoginThrottle(counter: TryCounter): LoginThrottle {
  const pair = (email: string, address: string) => `${address} ${email}`
  const codes = (memberId: string) => `code ${memberId}`
  return {
    admit: async (email, address) =>
      (await counter.count(address)) <= TRIES_PER_ADDRESS &&
      (await counter.count(pair(email, address))) <= TRIES,
    reset: (email, address) => counter.forget(pair(email, address)),
    admitCode: async (memberId) => (await counter.count(codes(memberId))) <= TRIES,
    resetCodes: (memberId) => counter.forget(codes(memberId)),
  }
}

/** Counts in the store if nodes share one, otherwise in memory. */
export function openTryCounter({ rates, keys }: Pick<Store, 'rates' | 'keys'>): TryCounter {
  if (rates === undefined) return countInMemory()
  let secret: Uint8Array | undefined
  return countInStore(rates, async () => {
    secret ??= await sharedSecret(keys)
    return secret
  })
}

/** Counts for one process. */
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

/** Counts for all nodes of a store, which share `secret`. */
function countInStore(store: RateStore, secret: () => Promise<Uint8Array>): TryCounter {
  const keyed = async (subject: string) => hashedSubject(await secret(), 'login', subject)
  return {
    count: async (subject) => store.countTry(await keyed(subject), WINDOW_MS),
    forget: async (subject) => store.forgetTries(await keyed(subject)),
  }
}
