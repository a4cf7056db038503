/** Closes opened parts in reverse order, once. A part that fails to close does not keep the others open. */
import { describeError, type Log } from '../telemetry/log.ts'

export interface Closers {
  add(name: string, close: () => unknown): void
  close(): Promise<void>
}

export function openClosers(log: Log): Closers {
  const closers: [name: string, close: () => unknown][] = []
  let closing: Promise<void> | undefined

  async function closeAll(): Promise<void> {
    for (const [name, closePart] of closers.toReversed()) {
      try {
        await closePart()
      } catch (error) {
        log.error(`closing ${name} failed`, describeError(error))
      }
    }
  }

  return {
    add: (name, close) => void closers.push([name, close]),
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}
