/** The service as a process: the environment in, a listening service out, one sentence when that cannot be. */
import { StoreDamaged, StoreRefused, StoreUnavailable } from '../../store/store.ts'
import { ConfigError, readConfig } from '../base/config.ts'
import { describeError } from '../base/log.ts'
import { announce } from './first_start.ts'
import { stopOnSignals } from './shutdown.ts'
import { StartError, startService } from './start.ts'

export async function serve(): Promise<void> {
  try {
    let stop = () => {}
    const service = await startService(readConfig(), {
      onFatal: () => stop(),
      // Standard output is for whoever started it; the log goes beside it.
      writeLog: (line) => process.stderr.write(line),
    })
    stop = stopOnSignals(service)
    await announce(service, (line) => process.stdout.write(`${line}\n`)).catch((error) => {
      // It listens all the same; keys can be made later.
      service.services.log.error('the first start could not be finished', describeError(error))
    })
    service.warmUp()
  } catch (error) {
    process.stderr.write(`byhand cannot start: ${sentenceOf(error)}\n`)
    process.exit(1)
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof StoreUnavailable) return `${error.message}. Check BYHAND_STORE and BYHAND_DATA.`
  const expected =
    error instanceof ConfigError ||
    error instanceof StartError ||
    error instanceof StoreRefused ||
    error instanceof StoreDamaged
  return expected ? error.message : String((error as Error).stack)
}
