/** Logs each kind of failure at most once a second, with the number of suppressed lines in `also`. */
import { describeError, type Log, type LogFields } from './log.ts'

const EVERY_MS = 1_000

/** `error`: null where the fields say everything, and a stack would only name this service's own code. */
export type LogFailure = (code: string, error: Error | null, fields: LogFields) => void

export function openFailureLog(log: Log, monotonic: () => number = () => performance.now()): LogFailure {
  const last = new Map<string, { at: number; suppressed: number }>()
  return (code, error, fields) => {
    const now = monotonic()
    const before = last.get(code)
    if (before !== undefined && now - before.at < EVERY_MS) {
      before.suppressed++
      return
    }
    const suppressed = before?.suppressed ?? 0
    last.set(code, { at: now, suppressed: 0 })
    log.error(code, {
      ...fields,
      ...(error && describeError(error)),
      ...(suppressed > 0 && { also: suppressed }),
    })
  }
}
