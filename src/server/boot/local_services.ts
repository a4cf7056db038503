/** Opens the parts that operations need for a command, next to a running service or without one. */
import { join } from 'node:path'
import { openNetwork } from '../../network/lookup.ts'
import type { Store } from '../../store/store.ts'
import { reachable } from '../addresses/base_url.ts'
import { openServiceClock } from '../clock/service_clock.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../telemetry/log.ts'
import type { Closers } from './closers.ts'
import { type OpenedServices, openServices } from './open_services.ts'

export interface LocalOptions {
  readonly config: Config
  readonly store: Store
  readonly log: Log
}

export async function openLocalServices(
  { config, store, log }: LocalOptions,
  closers: Closers,
): Promise<OpenedServices> {
  const clock = await openServiceClock({
    store,
    // `byhand doctor` reports the state of the clock.
    log: { warn() {} },
    wall: Date.now,
    monotonic: () => performance.now(),
  })
  return openServices(
    {
      config,
      store,
      network: openNetwork({ folder: join(config.dataFolder, 'network') }),
      log,
      clock,
      background: false,
      fallbackUrl: () => reachable(`http://${config.host}:${config.port}`),
    },
    closers,
  )
}
