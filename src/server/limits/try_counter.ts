/** Counts what a client did within a window that starts with the first time: in the store if nodes share one. */
import type { RateStore, Tries } from '../../store/rates.ts'
import type { Store } from '../../store/store.ts'
import { hashedSubject, sharedSecret } from './rate_exchange.ts'

/** About 100 bytes each. */
const MAX_SUBJECTS = 50_000
/** A part at a time, so that evictions stay rare. */
const EVICTED = MAX_SUBJECTS / 10
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

  /**
   * Makes room: expired subjects, then those with the fewest tries, the oldest first. To reset a count of their own, a
   * client would need more tries under each of 50,000 other subjects.
   */
  function evict(now: number): void {
    for (const [old, { endsAt }] of subjects) if (endsAt <= now) subjects.delete(old)
    if (subjects.size < MAX_SUBJECTS) return
    // A map keeps the order of insertion, and sorting is stable.
    const fewestFirst = [...subjects].sort(([, a], [, b]) => a.count - b.count)
    for (const [subject] of fewestFirst.slice(0, EVICTED)) subjects.delete(subject)
  }

  return {
    async count(subject) {
      const now = monotonic()
      const known = subjects.get(subject)
      if (known !== undefined && known.endsAt > now) return ++known.count
      subjects.delete(subject)
      if (subjects.size >= MAX_SUBJECTS) evict(now)
      subjects.set(subject, { count: 1, endsAt: now + windowMs })
      return 1
    },
    async tries(subject) {
      const now = monotonic()
      const known = subjects.get(subject)
      if (known !== undefined && known.endsAt > now) return { count: known.count, leftMs: known.endsAt - now }
      return NONE
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
