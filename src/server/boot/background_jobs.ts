/**
 * Starts every job that runs on a timer beside the routes. Only background scoring starts elsewhere, in `openScoring`,
 * because it shares threads with the reports of requests.
 */
import { EXTENSIONS } from '../../../extensions/service.ts'
import { openAudit } from '../audit/audit_log.ts'
import { type RateExchange, sharedSecret, startRateExchange } from '../limits/rate_exchange.ts'
import { openEraseAnalysis } from '../privacy/erase_analysis.ts'
import { openPeopleOperations } from '../privacy/people.ts'
import { startQueuedErasures } from '../privacy/queued_erasures.ts'
import { startMaintenance } from '../privacy/retention.ts'
import { startAgainRunner } from '../survey/again/again_runner.ts'
import { startUploads } from '../survey/bulk/upload_runner.ts'
import { openSettledEvents } from '../webhooks/settled_events.ts'
import { startWebhooks } from '../webhooks/webhooks.ts'
import type { OperationJobs } from './open_operations.ts'
import type { OpenedServices } from './open_services.ts'

export interface BackgroundJobs extends OperationJobs {
  close(): Promise<void>
}

export async function startBackgroundJobs(services: OpenedServices): Promise<BackgroundJobs> {
  const { config, store, survey, scoring, log, clock, metrics, now } = services
  const rateExchange = await startRateSynchronization(services)
  const webhooks = startWebhooks({
    store,
    log,
    now,
    sources: EXTENSIONS.flatMap(
      ({ webhookEvents }) => webhookEvents?.({ store, now, monotonic: clock.monotonic }) ?? [],
    ),
    allowPrivate: config.webhookPrivateTargets,
    publicUrl: survey.publicUrl,
  })
  const again = startAgainRunner({ survey, onSettled: openSettledEvents({ store, now }) })
  const eraseAnalysis = openEraseAnalysis(survey)
  const uploads = startUploads({ store, log, now, survey, metrics, eraseAnalysis })
  const erasures = startQueuedErasures({
    people: openPeopleOperations({ store, audit: openAudit(store.audit, now), eraseAnalysis, now }),
    log,
  })
  const maintenance = startMaintenance({
    store,
    log,
    clock,
    eraseAnalysis,
    wake: () => scoring.wake(),
  })

  return {
    webhooks,
    uploads,
    again,
    async close() {
      await Promise.all([
        maintenance.close(),
        erasures.close(),
        uploads.close(),
        again.close(),
        webhooks.close(),
        rateExchange?.close(),
      ])
    },
  }
}

/** Nodes that share a store exchange the counts of their rate limits through it. */
async function startRateSynchronization({
  config,
  store,
  rates,
  metrics,
  logFailure,
}: OpenedServices): Promise<RateExchange | undefined> {
  if (store.rates === undefined || config.rateExchangeMs <= 0) return undefined
  return startRateExchange({
    limiter: rates,
    store: store.rates,
    secret: await sharedSecret(store.keys),
    everyMs: config.rateExchangeMs,
    onExchange: () => metrics.rateExchanges.inc({ outcome: 'done' }),
    onFailure: (error) => {
      metrics.rateExchanges.inc({ outcome: 'failed' })
      logFailure('rate-limit synchronization failed', error as Error, {})
    },
  })
}
