/** How often a login may be tried: ten times in fifteen minutes for an account from an address. Fails closed. */

const WINDOW_MS = 15 * 60_000
const TRIES = 10
/** Tries under any name from one address, so that names cannot be tried one after the other. */
const TRIES_PER_ADDRESS = 100
/** About 100 bytes each. Full of live ones, it lets nobody in until some have ended. */
const MAX_SUBJECTS = 50_000

interface Tries {
  count: number
  readonly since: number
}

export interface LoginThrottle {
  /** Counts a try. False: too many; it must not be evaluated. */
  admit(email: string, address: string): boolean
  /** A login that worked takes its tries back. */
  forgive(email: string, address: string): void
}

export function openLoginThrottle(monotonic: () => number = () => performance.now()): LoginThrottle {
  const subjects = new Map<string, Tries>()

  function take(subject: string, most: number): boolean {
    const now = monotonic()
    const known = subjects.get(subject)
    if (known !== undefined && now - known.since < WINDOW_MS) {
      known.count++
      return known.count <= most
    }
    if (subjects.size >= MAX_SUBJECTS) {
      for (const [old, { since }] of subjects) if (now - since >= WINDOW_MS) subjects.delete(old)
      if (subjects.size >= MAX_SUBJECTS) return false
    }
    subjects.set(subject, { count: 1, since: now })
    return true
  }

  const pair = (email: string, address: string) => `${address} ${email}`
  return {
    admit: (email, address) => take(address, TRIES_PER_ADDRESS) && take(pair(email, address), TRIES),
    forgive: (email, address) => {
      subjects.delete(pair(email, address))
    },
  }
}
