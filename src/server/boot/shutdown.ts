/** Stops the process on a signal or a fatal error, after in-flight work is finished. */
import { describeError, type Log } from '../telemetry/log.ts'

/** Orchestrators commonly wait ten seconds before they kill a process. */
const SHUTDOWN_TIMEOUT_MS = 9_000

export interface Stoppable {
  readonly services: { readonly log: Log }
  close(): Promise<void>
}

export interface Stopping {
  /** Stops the service after a store failure, with exit code 1. */
  stop(): void
  isStopping(): boolean
}

export function stopOnSignals(service: Stoppable): Stopping {
  const { log } = service.services
  let stopping = false

  function stop(reason: string, exitCode: number): void {
    if (stopping) return
    stopping = true
    log.info('stopping', { reason })
    setTimeout(() => {
      log.error('shutdown timed out')
      process.exit(1)
    }, SHUTDOWN_TIMEOUT_MS).unref()
    service.close().then(
      () => process.exit(exitCode),
      () => process.exit(1),
    )
  }

  // A closed output pipe must not stop the service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGINT', () => stop('SIGINT', 0))
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', describeError(error))
    stop('uncaught exception', 1)
  })
  // An unhandled rejection affects one request at most; the others continue.
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', describeError(error)))
  return { stop: () => stop('database failure', 1), isStopping: () => stopping }
}
