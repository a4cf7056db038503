/** Opens the parts that operations need, for the service and for a command. It starts no job and listens nowhere. */
import { EXTENSIONS } from '../../../extensions/service.ts'
import { isPostgres } from '../../store/open.ts'
import type { Store } from '../../store/store.ts'
import type { ServiceClock } from '../clock/service_clock.ts'
import type { Config } from '../config/config.ts'
import { ALL_UNSIGNED } from '../http/signed_message.ts'
import { openRateLimiter, type SharedRateLimiter } from '../limits/rate_limit.ts'
import { openScoring } from '../scoring/scoring.ts'
import type { Network } from '../services.ts'
import { openSurveyPool } from '../survey/check/pool.ts'
import type { SurveyServices } from '../survey/service.ts'
import { openFailureLog } from '../telemetry/failure_log.ts'
import { UNWATCHED, watchFreeDisk } from '../telemetry/free_disk.ts'
import { describeError, type Log } from '../telemetry/log.ts'
import { openMetrics } from '../telemetry/metrics.ts'
import { openKeyCache } from '../workspace/key_cache.ts'
import type { Closers } from './closers.ts'
import { openConfiguredSurveyService } from './survey_service.ts'

export interface ServicesOptions {
  readonly config: Config
  readonly store: Store
  readonly network: Network
  readonly log: Log
  readonly clock: ServiceClock
  /** Whether this process also scores quiet sessions. */
  readonly background: boolean
  readonly diskIntervalMs?: number | undefined
  /** The base of links where no public URL is configured. */
  fallbackUrl(): string
}

export interface OpenedServices extends SurveyServices {
  readonly rates: SharedRateLimiter
}

const verifiers = EXTENSIONS.flatMap(({ agentVerifier = [] }) => agentVerifier)

/** `closers` gets each opened part, also if a later one cannot be opened. The caller closes the store. */
export async function openServices(options: ServicesOptions, closers: Closers): Promise<OpenedServices> {
  const { config, store, network, log, clock, background, diskIntervalMs, fallbackUrl } = options
  const { now } = clock
  const metrics = openMetrics()
  closers.add('metrics', () => metrics.close())
  const disk = isPostgres(config.store)
    ? UNWATCHED
    : await watchFreeDisk({
        folder: config.dataFolder,
        floorBytes: config.minFreeDiskMiB * 2 ** 20,
        log,
        ...(diskIntervalMs !== undefined && { intervalMs: diskIntervalMs }),
      })
  closers.add('the disk watch', () => disk.close())
  const keys = openKeyCache({
    store: store.keys,
    now,
    onTouchError: (error) => log.warn('updating key last-used times failed', describeError(error)),
  })
  closers.add('the key cache', () => keys.close())
  const scoring = openScoring({ store, log, metrics, now, background })
  closers.add('scoring', () => scoring.close())
  const pool = openSurveyPool()
  // Closed after the routes: an upload or an erasure in progress still needs its thread.
  closers.add('the survey threads', () => pool.close())
  const survey = await openConfiguredSurveyService({
    config,
    store,
    scoring,
    pool,
    log,
    metrics,
    fallbackUrl,
    now,
  })
  return {
    config,
    store,
    keys,
    scoring,
    survey,
    network,
    rates: openRateLimiter(),
    disk,
    agents: verifiers[0]?.({ store, config, keys, now, clock }) ?? ALL_UNSIGNED,
    log,
    logFailure: openFailureLog(log),
    metrics,
    clock,
    now,
  }
}
