/**
 * Limits the processor time that the requests of one key take for survey analysis. A request is refused before it waits
 * for a thread if the key has used its time, with the requests that wait already.
 */
import { counted } from '../../../checks/sentence.ts'
import { ApiError } from '../../http/errors.ts'

/** 100 answers of 20,000 characters took 1.6 s for each million bytes, 10 of them 2.2 s. */
const MS_PER_BYTE = 1 / 600
/** A compressed body is counted as this many times its size, as text usually is. */
const COMPRESSED = 4
/** A key that paused may use the time of so many minutes at once. */
const MINUTES_AT_ONCE = 2
const MINUTE_MS = 60_000

export interface TimeBudget {
  /** Throws `rate_limited` if the key has no time left for further requests. */
  reserve(key: string, bytes: number, isCompressed: boolean): Reservation
}

export interface Reservation {
  /** Counts the time that the request took. */
  spent(ms: number): void
  /** The request is answered: from now on, only the time that it took counts. */
  release(): void
}

interface Use {
  leftMs: number
  at: number
  /** Of the requests that wait or run, as estimated. */
  reservedMs: number
  waitingBytes: number
}

/** `secondsPerMinute`: 0 means no limit. `monotonic`: a monotonic clock in milliseconds. */
export function openTimeBudget(
  secondsPerMinute: number,
  monotonic: () => number = () => performance.now(),
): TimeBudget {
  const mostMs = secondsPerMinute * 1_000 * MINUTES_AT_ONCE
  const msPerMs = (secondsPerMinute * 1_000) / MINUTE_MS
  const byKey = new Map<string, Use>()

  function entryOf(key: string): Use {
    const now = monotonic()
    const use = byKey.get(key) ?? { leftMs: mostMs, at: now, reservedMs: 0, waitingBytes: 0 }
    use.leftMs = Math.min(mostMs, use.leftMs + (now - use.at) * msPerMs)
    use.at = now
    byKey.set(key, use)
    return use
  }

  return {
    reserve(key, bytes, isCompressed) {
      if (secondsPerMinute === 0) return { spent() {}, release() {} }
      const use = entryOf(key)
      const missingMs = use.reservedMs - use.leftMs
      if (missingMs >= 0) {
        const retryAfterS = Math.max(1, Math.ceil(missingMs / msPerMs / 1_000))
        throw new ApiError('rate_limited', {
          detail: refusalOf(secondsPerMinute, use.waitingBytes, retryAfterS),
          retryAfterS,
        })
      }
      const size = bytes * (isCompressed ? COMPRESSED : 1)
      const estimateMs = size * MS_PER_BYTE
      use.reservedMs += estimateMs
      use.waitingBytes += size
      let isReleased = false
      return {
        spent(ms) {
          entryOf(key).leftMs -= ms
        },
        release() {
          if (isReleased) return
          isReleased = true
          use.reservedMs -= estimateMs
          use.waitingBytes -= size
        },
      }
    },
  }
}

function refusalOf(secondsPerMinute: number, waitingBytes: number, retryAfterS: number): string {
  const used =
    waitingBytes > 0
      ? `Requests with ${Math.round(waitingBytes)} bytes of this key wait for analysis, and with them it has used`
      : 'This key has used'
  return `${used} its ${counted(secondsPerMinute, 'second')} of processor time per minute. Send this request again in ${counted(retryAfterS, 'second')}.`
}
