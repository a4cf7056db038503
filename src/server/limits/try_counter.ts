/** Counts what a client did within a window that starts with the first time: in the store if nodes share one. */
import type { RateStore, Tries } from '../../store/rates.ts'
import type { Store } from '../../store/store.ts'
import { hashedSubject, sharedSecret } from './rate_exchange.ts'

/** About 100 bytes each. When the table is full of current entries, new subjects are over every limit. */
const MAX_SUBJECTS = 50_000
const FULL: Tries = { count: Number.POSITIVE_INFINITY, leftMs: 60_000 }
const NONE: Tries = { count: 0, leftMs: 0 }

export interface TryWindow {
  /** Counters of different kinds are independent. */
  readonly kind: string
  readonly windowMs: number
}

export interface TryCounter {
  /** Counts one try; returns the total in the window. */
  count(subject: string): Promise<number>
  /** The tries in the window, without counting one. */
  tries(subject: string): Promise<Tries>
  forget(subject: string): Promise<void>
}

/** Counts in the store if nodes share one, otherwise in memory. */
export function openTryCounter(
  { rates, keys }: Pick<Store, 'rates' | 'keys'>,
  window: TryWindow,
): TryCounter {
  if (rates === undefined) return countInMemory(window)
  let secret: Uint8Array | undefined
  return countInStore(rates, window, async () => {
    secret ??= await sharedSecret(keys)
    return secret
  })
}

/** Counts for one process. */
export function countInMemory(
  { windowMs }: TryWindow,
  monotonic: () => number = () => performance.now(),
): TryCounter {
  const subjects = new Map<string, { count: number; readonly endsAt: number }>()

  /** Whether there is room for one more subject. */
  function hasRoom(now: number): boolean {
    if (subjects.size < MAX_SUBJECTS) return true
    for (const [old, { endsAt }] of subjects) if (endsAt <= now) subjects.delete(old)
    return subjects.size < MAX_SUBJECTS
  }

  return {
    async count(subject) {
      const now = monotonic()
      const known = subjects.get(subject)
      if (known !== undefined && known.endsAt > now) return ++known.count
      if (!hasRoom(now)) return FULL.count
      subjects.set(subject, { count: 1, endsAt: now + windowMs })
      return 1
    },
    async tries(subject) {
      const now = monotonic()
      const known = subjects.get(subject)
      if (known !== undefined && known.endsAt > now) return { count: known.count, leftMs: known.endsAt - now }
      return hasRoom(now) ? NONE : FULL
    },
    async forget(subject) {
      subjects.delete(subject)
    },
  }
}

/** Counts for all nodes of a store, which share `secret`. */
function countInStore(
  store: RateStore,
  { kind, windowMs }: TryWindow,
  secret: () => Promise<Uint8Array>,
): TryCounter {
  const keyed = async (subject: string) => hashedSubject(await secret(), kind, subject)
  return {
    count: async (subject) => store.countTry(await keyed(subject), windowMs),
    tries: async (subject) => store.tries(await keyed(subject)),
    forget: async (subject) => store.forgetTries(await keyed(subject)),
  }
}
