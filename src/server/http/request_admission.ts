/** Limits in-flight requests. Above the limits, new requests get 503; requests already admitted continue. */
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from './errors.ts'

/** Bytes of request bodies in memory, from the first byte to the response. */
const BYTES_IN_FLIGHT = 64 * 1024 * 1024

/** Even a request with a small body takes some memory. */
const REQUESTS_IN_FLIGHT = 4_096

/** So many active requests are always admitted. More are admitted only while latency stays below the limit. */
const ALWAYS_ADMITTED = 256
const MAX_LATENCY_MS = 80

/**
 * A rejection is delayed: it costs a third of what storing a batch costs, and clients that retry at once would
 * leave no time for other work.
 */
const REJECT_DELAY_MS = 1_000

/** By then the requests that are active now have their responses. */
const RETRY_AFTER_S = 2

export interface Lease {
  /** Reserves memory for the body. Throws `overloaded` above the limit. */
  take(bytes: number): void
  /**
   * Marks the request as active once its body has arrived, so that slow senders do not count. Rejects with
   * `overloaded`, after a delay, above the limits.
   */
  begin(): Promise<void>
  release(): void
}

export interface RequestAdmission {
  /** Rejects with `overloaded`, after a delay, above the limits. */
  enter(): Promise<Lease>
  readonly bytes: number
}

export interface RequestAdmissionLimits {
  readonly bytes?: number
  readonly requests?: number
  readonly alwaysAdmitted?: number
  readonly rejectDelayMs?: number
  /** A monotonic clock in milliseconds. */
  monotonic?(): number
}

export function openRequestAdmission(limits: RequestAdmissionLimits = {}): RequestAdmission {
  const { bytes: maxBytes = BYTES_IN_FLIGHT, requests: maxRequests = REQUESTS_IN_FLIGHT } = limits
  const { alwaysAdmitted = ALWAYS_ADMITTED, rejectDelayMs = REJECT_DELAY_MS } = limits
  const { monotonic = () => performance.now() } = limits
  let bytes = 0
  let requests = 0
  /** Requests whose bodies have arrived. */
  let active = 0
  /** When a request last finished, or started while none was active; and how long the last one took. */
  let progressAt = 0
  let lastLatencyMs = 0

  /** When the disk falls behind, each further request only makes all others wait longer. */
  const isOverloaded = (now: number) =>
    active >= alwaysAdmitted && Math.max(lastLatencyMs, now - progressAt) > MAX_LATENCY_MS

  async function reject(): Promise<never> {
    await wait(rejectDelayMs)
    throw new ApiError('overloaded', { retryAfterS: RETRY_AFTER_S })
  }

  return {
    get bytes() {
      return bytes
    },
    async enter() {
      if (requests >= maxRequests || isOverloaded(monotonic())) return reject()
      requests++
      let held = 0
      let begunAt: number | undefined
      let released = false
      return {
        take(more) {
          if (bytes + more > maxBytes) throw new ApiError('overloaded', { retryAfterS: RETRY_AFTER_S })
          bytes += more
          held += more
        },
        async begin() {
          const now = monotonic()
          if (isOverloaded(now)) return reject()
          begunAt = now
          if (active++ === 0) progressAt = now
        },
        release() {
          if (released) return
          released = true
          bytes -= held
          requests--
          if (begunAt === undefined) return
          active--
          progressAt = monotonic()
          lastLatencyMs = progressAt - begunAt
        },
      }
    },
  }
}
