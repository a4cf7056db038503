/** How the process ends: asked to, or because it cannot go on. Either way what is inside is finished first. */
import { describeError, type Log } from '../base/log.ts'

/** An orchestrator's patience is ten seconds; past this the process goes, finished or not. */
const LAST_MOMENT_MS = 9_000

export interface Stoppable {
  readonly services: { readonly log: Log }
  close(): Promise<void>
}

/** Returns a function that stops the service for a reason of its own, with exit code 1. */
export function stopOnSignals(service: Stoppable): () => void {
  const { log } = service.services
  let stopping = false

  function stop(reason: string, exitCode: number): void {
    if (stopping) return
    stopping = true
    log.info('stopping', { reason })
    setTimeout(() => {
      log.error('stopped before everything was finished')
      process.exit(1)
    }, LAST_MOMENT_MS).unref()
    service.close().then(
      () => process.exit(exitCode),
      () => process.exit(1),
    )
  }

  // Whoever read our output may go away; that is no reason to stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGINT', () => stop('SIGINT', 0))
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', describeError(error))
    stop('uncaught exception', 1)
  })
  // A promise nobody waited for belongs to one request at most; the others go on.
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', describeError(error)))
  return () => stop('the store failed', 1)
}
