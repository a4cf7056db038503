/** Rejects requests that wait too long for a disk or a database. */

/** Callers get an answer within five seconds; deadlines expire a little earlier. */
const TIMEOUT_MS = 4_500
const CHECK_EVERY_MS = 250

export interface Deadline {
  /** In terms of `performance.now()`. */
  readonly until: number
}

export type IsExpired = (waiting: Deadline) => boolean

/**
 * Calls `check` in intervals while requests wait: it rejects the expired ones and returns whether any still wait. Call the
 * returned function whenever a request starts to wait.
 */
export function watchDeadlines(check: (isExpired: IsExpired) => boolean): () => void {
  let timer: NodeJS.Timeout | undefined
  const checkNow = () => {
    const now = performance.now()
    if (check(({ until }) => until <= now)) return
    clearInterval(timer)
    timer = undefined
  }
  return () => {
    // After other work has blocked this thread, the answers that have arrived meanwhile come first.
    timer ??= setInterval(() => setImmediate(checkNow), CHECK_EVERY_MS).unref()
  }
}

export const deadline = (timeoutMs = TIMEOUT_MS): number => performance.now() + timeoutMs
