/** How much work may be inside at once. Beyond it the answer is 503 at once, not slowly and not for everyone. */
import { ApiError } from './errors.ts'

/** Bodies held between their first byte and their answer. */
const BYTES_IN_FLIGHT = 64 * 1024 * 1024

/** Every request holds some memory, however small its body. */
const REQUESTS_IN_FLIGHT = 4_096

/** By then whatever is inside now is answered or refused. */
const RETRY_AFTER_S = 2

export interface Lease {
  /** Throws `overloaded` when there is no room. */
  take(bytes: number): void
  release(): void
}

export interface Admission {
  /** Throws `overloaded` when there is no room. */
  lease(): Lease
  readonly bytes: number
}

export function openAdmission(mostBytes = BYTES_IN_FLIGHT, mostRequests = REQUESTS_IN_FLIGHT): Admission {
  let bytes = 0
  let requests = 0
  return {
    get bytes() {
      return bytes
    },
    lease() {
      if (requests >= mostRequests) throw new ApiError('overloaded', { retryAfterS: RETRY_AFTER_S })
      requests++
      let held = 0
      let over = false
      return {
        take(more) {
          if (bytes + more > mostBytes) throw new ApiError('overloaded', { retryAfterS: RETRY_AFTER_S })
          bytes += more
          held += more
        },
        release() {
          if (over) return
          over = true
          bytes -= held
          requests--
        },
      }
    },
  }
}
