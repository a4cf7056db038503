/** Starts the service. Threads open the store and parse network data while the main thread loads the other modules. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openNetwork } from '../../network/lookup.ts'
import { openStore } from '../../store/open.ts'
import type { Config } from '../config/config.ts'
import type { Network } from '../services.ts'
import type { SurveyServices } from '../survey/service.ts'
import { describeError, openLog } from '../telemetry/log.ts'

export interface Service {
  /** `http://127.0.0.1:8787` */
  readonly address: string
  /** Undefined when there is no metrics port. */
  readonly metricsAddress: string | undefined
  readonly services: SurveyServices
  /** Accepts no more requests, finishes those in flight and flushes data that is still in memory. */
  close(): Promise<void>
}

export interface StartOptions {
  /** The wall clock of a test, and its monotonic clock unless there is another. */
  now?(): number
  monotonic?(): number
  /** Receives log lines; the default is standard output. */
  writeLog?(line: string): void
  /** Called when the store failed and cannot recover. */
  onFatal?(error: Error): void
  readonly network?: Network
  /** Loads network data before the port opens, so that no visitor waits for it, and reloads it from then on. */
  readonly loadsNetwork?: boolean
  /** How often the free disk space is read. */
  readonly diskIntervalMs?: number
  /** Receives the HTTP server before it listens, so that a benchmark can change it. */
  onApp?(app: FastifyInstance, services: SurveyServices): Promise<void>
}

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
