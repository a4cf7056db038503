/** `npm start`: the environment in, a listening service out. */
import { StoreRefused } from '../store/store.ts'
import { ConfigError, readConfig } from './config.ts'
import { stopOnSignals } from './shutdown.ts'
import { StartError, startService } from './start.ts'

try {
  let stop = () => {}
  const service = await startService(readConfig(), { onFatal: () => stop() })
  stop = stopOnSignals(service)
  service.warmUp()
} catch (error) {
  const isSentence =
    error instanceof ConfigError || error instanceof StartError || error instanceof StoreRefused
  process.stderr.write(`byhand cannot start: ${isSentence ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
