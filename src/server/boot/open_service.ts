/** Opens the service: the parts that operations need, jobs and the HTTP server. */
import { uptime } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Network } from '../../network/lookup.ts'
import type { Store } from '../../store/store.ts'
import { reachable } from '../addresses/base_url.ts'
import { openElapsed } from '../clock/elapsed.ts'
import { openServiceClock } from '../clock/service_clock.ts'
import { addVoteMetrics } from '../collect/challenge/vote_metrics.ts'
import type { Config } from '../config/config.ts'
import { TIMING } from '../scoring/background.ts'
import type { SurveyServices } from '../survey/service.ts'
import type { Log } from '../telemetry/log.ts'
import { addClockMetrics, addDiskMetrics, addStoreMetrics } from '../telemetry/store_metrics.ts'
import { buildApp } from './app.ts'
import { startBackgroundJobs } from './background_jobs.ts'
import { openClosers } from './closers.ts'
import { drain } from './drain.ts'
import { listenForMetrics } from './metrics_server.ts'
import { keepNetworkFresh } from './network_refresh.ts'
import { openOperations } from './open_operations.ts'
import { openServices } from './open_services.ts'
import { StartError } from './start_error.ts'

/**
 * Connections that may wait to be accepted; the system's `somaxconn` is the upper limit. With Node's default of 511, the
 * kernel dropped connections while many clients connected at once, and reset some of them later.
 */
const BACKLOG = 4_096

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
  readonly network?: SurveyServices['network']
  /** Loads network data before the port opens, so that no visitor waits for it, and reloads it from then on. */
  readonly loadsNetwork?: boolean
  /** How often the free disk space is read. */
  readonly diskIntervalMs?: number
  /** Receives the HTTP server before it listens, so that a benchmark can change it. */
  onApp?(app: FastifyInstance, services: SurveyServices): Promise<void>
}

export interface OpenedParts {
  readonly config: Config
  readonly options: StartOptions
  readonly log: Log
  readonly store: Store
  readonly network: Network
  /** The first load of the network data; the port opens after it. Undefined: no data is loaded before it is needed. */
  readonly loading: ReturnType<Network['reloadInBackground']> | undefined
}

export async function openService({
  config,
  options,
  log,
  store,
  network: ownNetwork,
  loading,
}: OpenedParts): Promise<Service> {
  const closers = openClosers(log)
  const { close } = closers
  try {
    closers.add('the database', () => store.close())
    const wall = options.now ?? Date.now
    const monotonic =
      options.monotonic ??
      options.now ??
      openElapsed({ wall, monotonic: () => performance.now(), uptime: () => uptime() * 1_000 })
    const clock = await openServiceClock({ store, log, wall, monotonic })
    let listening = ''
    const services = await openServices(
      {
        config,
        store,
        network: options.network ?? ownNetwork,
        log,
        clock,
        background: true,
        diskIntervalMs: options.diskIntervalMs,
        fallbackUrl: () => listening,
      },
      closers,
    )
    const { metrics, disk, now } = services
    addClockMetrics(metrics, store, () => clock.state() === 'plausible')
    addStoreMetrics({ metrics, store, quietMs: TIMING.quietMs, now })
    addVoteMetrics(metrics, store, now)
    addDiskMetrics(metrics, disk)
    const metricsServer = await explainListenFailure(
      listenForMetrics(config, metrics),
      config.metrics,
      'BYHAND_METRICS',
    )
    closers.add('the metrics server', () => metricsServer?.close())
    const jobs = await startBackgroundJobs(services)
    closers.add('background jobs', () => jobs.close())
    const app = await buildApp({ ...services, operations: openOperations(services, jobs) })
    closers.add('the HTTP server', () => drain(app))
    await options.onApp?.(app, services)
    const stopRefresh = loading && (await keepNetworkFresh(ownNetwork, loading, log))
    closers.add('the refresh of network data', () => stopRefresh?.())
    const address = await listen(app, config)
    listening = reachable(address)
    log.debug('listening', { address })
    return { address, metricsAddress: metricsServer?.address, services, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  return explainListenFailure(app.listen({ host, port, backlog: BACKLOG }), { host, port }, 'BYHAND')
}

/** `prefix`: of the two variables that set the address. */
async function explainListenFailure<Value>(
  listening: Promise<Value>,
  { host, port }: { readonly host: string; readonly port: number | undefined },
  prefix: string,
): Promise<Value> {
  try {
    return await listening
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} on ${host} is in use. Stop the process that listens there, or set ${prefix}_PORT.`,
      )
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(
        `Cannot listen on ${host}:${port} (${code}). Check ${prefix}_HOST and ${prefix}_PORT.`,
      )
    }
    throw error
  }
}
