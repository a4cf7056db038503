/** Runs a background job at intervals and when woken, never twice at the same time. */

export interface Polling {
  /** Runs the job now, unless it is running. */
  wake(): void
  /** True from the start of `close` on: the job stops at the next opportunity. */
  isClosed(): boolean
  /** Waits until the running job has ended. */
  close(): Promise<void>
}

export interface PollingOptions {
  readonly everyMs: number
  poll(): Promise<void>
  onError(error: unknown): void
}

export function startPolling({ everyMs, poll, onError }: PollingOptions): Polling {
  let closed = false
  let working: Promise<void> | undefined

  function wake(): void {
    if (closed || working !== undefined) return
    working = poll()
      .catch(onError)
      .finally(() => {
        working = undefined
      })
  }

  const timer = setInterval(wake, everyMs).unref()
  return {
    wake,
    isClosed: () => closed,
    async close() {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}
