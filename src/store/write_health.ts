/** Whether the store can be written. Used by both engines for `ping`. */
import { StoreUnavailable } from './errors.ts'

/** A failed write counts for so long, unless one succeeds earlier. A smaller write may succeed while others fail. */
const FAILED_FOR_MS = 3_000

/** Callers share the result of a write for so long, so that many health checks cost one write. */
const SHARED_FOR_MS = 1_000

export class WriteHealth {
  readonly #write: () => Promise<unknown>
  #failedAt = Number.NEGATIVE_INFINITY
  #probedAt = Number.NEGATIVE_INFINITY
  #probe: Promise<unknown> = Promise.resolve()

  /** `write`: a small write that is durable when it resolves. */
  constructor(write: () => Promise<unknown>) {
    this.#write = write
  }

  /** Remembers whether a write succeeded. */
  watch<Value>(writing: Promise<Value>): Promise<Value> {
    writing.then(
      () => {
        this.#failedAt = Number.NEGATIVE_INFINITY
      },
      (error) => {
        if (error instanceof StoreUnavailable) this.#failedAt = performance.now()
      },
    )
    return writing
  }

  /** Rejects while writes fail. */
  async check(): Promise<void> {
    const now = performance.now()
    if (now - this.#failedAt < FAILED_FOR_MS) throw new StoreUnavailable('the last write failed')
    if (now - this.#probedAt >= SHARED_FOR_MS) {
      this.#probedAt = now
      this.#probe = this.#write()
      // Every caller gets the error from `check`; with no caller it is of no interest.
      this.#probe.catch(() => {})
    }
    await this.#probe
  }
}
