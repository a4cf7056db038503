/** When everything fails at once, one line a second says so; the lines between them are counted. */
import { describeError, type Log, type LogFields } from './log.ts'

const EVERY_MS = 1_000

export type LogFailure = (code: string, error: Error, fields: LogFields) => void

export function openFailureLog(log: Log, monotonic: () => number = () => performance.now()): LogFailure {
  const last = new Map<string, { at: number; untold: number }>()
  return (code, error, fields) => {
    const now = monotonic()
    const before = last.get(code)
    if (before !== undefined && now - before.at < EVERY_MS) {
      before.untold++
      return
    }
    const untold = before?.untold ?? 0
    last.set(code, { at: now, untold: 0 })
    log.error(code, { ...fields, ...describeError(error), ...(untold > 0 && { also: untold }) })
  }
}
