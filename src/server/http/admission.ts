/** How much work may be inside at once. Beyond it the answer is 503, for those who come and not for everyone. */
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from './errors.ts'

/** Bodies held between their first byte and their answer. */
const BYTES_IN_FLIGHT = 64 * 1024 * 1024

/** Every request holds some memory, however small its body. */
const REQUESTS_IN_FLIGHT = 4_096

/** So many may always be inside. More are let in only while none of those inside waits longer than this. */
const CROWD = 256
const PATIENCE_MS = 80

/**
 * The answer to those kept out is held back a moment: refusing costs a third of what storing does, and senders
 * that come again at once would leave no time for anything else.
 */
const HOLD_MS = 1_000

/** By then whatever is inside now is answered or refused. */
const RETRY_AFTER_S = 2

export interface Lease {
  /** Throws `overloaded` when there is no room. */
  take(bytes: number): void
  /**
   * Its body is here, and it waits for us from now on: whoever sends slowly is no part of the crowd. Fails with
   * `overloaded`, after a while, when there is no room.
   */
  begin(): Promise<void>
  release(): void
}

export interface Admission {
  /** Fails with `overloaded`, after a while, when there is no room. */
  enter(): Promise<Lease>
  readonly bytes: number
}

export interface AdmissionLimits {
  readonly bytes?: number
  readonly requests?: number
  readonly crowd?: number
  readonly holdMs?: number
  /** Milliseconds of a clock that never jumps. */
  monotonic?(): number
}

export function openAdmission(limits: AdmissionLimits = {}): Admission {
  const { bytes: mostBytes = BYTES_IN_FLIGHT, requests: mostRequests = REQUESTS_IN_FLIGHT } = limits
  const { crowd = CROWD, holdMs = HOLD_MS, monotonic = () => performance.now() } = limits
  let bytes = 0
  let requests = 0
  /** Those whose bodies are here. */
  let inside = 0
  /** When somebody last left, or came in while nobody was there; and how long the last one to leave was inside. */
  let movedAt = 0
  let stayedMs = 0

  /** Beyond what the disk takes in time, everybody inside would only wait longer for each one let in. */
  const isCrowded = (now: number) => inside >= crowd && Math.max(stayedMs, now - movedAt) > PATIENCE_MS

  async function refuse(): Promise<never> {
    await wait(holdMs)
    throw new ApiError('overloaded', { retryAfterS: RETRY_AFTER_S })
  }

  return {
    get bytes() {
      return bytes
    },
    async enter() {
      if (requests >= mostRequests || isCrowded(monotonic())) return refuse()
      requests++
      let held = 0
      let begunAt: number | undefined
      let over = false
      return {
        take(more) {
          if (bytes + more > mostBytes) throw new ApiError('overloaded', { retryAfterS: RETRY_AFTER_S })
          bytes += more
          held += more
        },
        async begin() {
          const now = monotonic()
          if (isCrowded(now)) return refuse()
          begunAt = now
          if (inside++ === 0) movedAt = now
        },
        release() {
          if (over) return
          over = true
          bytes -= held
          requests--
          if (begunAt === undefined) return
          inside--
          movedAt = monotonic()
          stayedMs = movedAt - begunAt
        },
      }
    },
  }
}
