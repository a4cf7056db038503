/** Starts the service. Threads open the store and parse network data while the main thread loads the other modules. */
import { join } from 'node:path'
import { openNetwork } from '../../network/lookup.ts'
import { openStore } from '../../store/open.ts'
import type { Config } from '../config/config.ts'
import { describeError, openLog } from '../telemetry/log.ts'
import type { Service, StartOptions } from './open_service.ts'

export async function startService(config: Config, options: StartOptions = {}): Promise<Service> {
  const log = openLog(config.logLevel, options.writeLog ?? ((line) => process.stdout.write(line)))
  const opening = openStore(config.store, config.dataFolder, {
    onFatal: (error) => {
      log.error('database failed', describeError(error))
      options.onFatal?.(error)
    },
    onNotice: (text) => log.warn(text),
  })
  const network = openNetwork({ folder: join(config.dataFolder, 'network') })
  const loading = options.loadsNetwork === true ? network.reloadInBackground() : undefined
  const [{ openService }, store] = await Promise.all([import('./open_service.ts'), opening])
  return openService({ config, options, log, store, network, loading })
}
