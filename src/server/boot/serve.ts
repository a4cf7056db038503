/** Runs the service as a process, configured by the environment. A failed start prints one sentence and exits. */
import { flushCompileCache } from 'node:module'
import { StoreDamaged, StoreRefused, StoreUnavailable } from '../../store/errors.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { describeError } from '../telemetry/log.ts'
import type { StartOptions } from './open_service.ts'
import { stopOnSignals } from './shutdown.ts'
import { startService } from './start.ts'
import { StartError } from './start_error.ts'

export async function serve(options: StartOptions = {}): Promise<void> {
  try {
    let stop = () => {}
    const service = await startService(readConfig(), {
      ...options,
      loadsNetwork: true,
      onFatal: () => stop(),
      // Standard output is for the person who starts the service; the log goes to standard error.
      writeLog: (line) => process.stderr.write(line),
    })
    const stopping = stopOnSignals(service)
    stop = stopping.stop
    const { announce } = await import('./first_start.ts')
    await announce(service, (line) => process.stdout.write(`${line}\n`)).catch((error) => {
      // A stop interrupts the setup.
      if (stopping.isStopping()) return
      // The service keeps running; keys can be created later.
      service.services.log.error('first-start setup failed', describeError(error))
    })
    // Node would write it at the exit; a process that is killed writes nothing.
    flushCompileCache()
  } catch (error) {
    process.stderr.write(`byhand cannot start: ${messageOf(error)}\n`)
    process.exit(1)
  }
}

function messageOf(error: unknown): string {
  if (error instanceof StoreUnavailable) return `${error.message}. Check BYHAND_STORE and BYHAND_DATA.`
  const expected =
    error instanceof ConfigError ||
    error instanceof StartError ||
    error instanceof StoreRefused ||
    error instanceof StoreDamaged
  return expected ? error.message : String((error as Error).stack)
}
