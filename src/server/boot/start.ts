/** Opens everything in order, listens, and can close it all again. The one place that wires. */

import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openNetwork } from '../../network/lookup.ts'
import { openStore } from '../../store/open.ts'
import { baseUrl, reachable } from '../base/base_url.ts'
import type { Config } from '../base/config.ts'
import { openKeyCache } from '../base/key_cache.ts'
import { describeError, openLog } from '../base/log.ts'
import { sparseFailures } from '../base/log_failures.ts'
import { openMetrics } from '../base/metrics.ts'
import { sharedSecret, startRateExchange } from '../base/rate_exchange.ts'
import { openRateLimiter } from '../base/rate_limit.ts'
import type { Network } from '../base/services.ts'
import { openScoring } from '../scoring/scoring.ts'
import { openSurveyPool } from '../survey/pool.ts'
import { secondOpinionOf } from '../survey/second_opinion.ts'
import type { SurveyServices } from '../survey/service.ts'
import { openSurveyService } from '../survey/service.ts'
import { buildApp } from './app.ts'
import { drain } from './drain.ts'
import { listenForMetrics } from './metrics_server.ts'
import { keepNetworkFresh } from './network_refresh.ts'

export interface Service {
  /** `http://127.0.0.1:8787` */
  readonly address: string
  /** Undefined when there is no metrics port. */
  readonly metricsAddress: string | undefined
  readonly services: SurveyServices
  /** Whether survey responses can be checked. */
  readonly checksSurveys: boolean
  /** Loads what the first visitor would otherwise wait for, and looks for newer network data from then on. */
  warmUp(): void
  /** Takes no more requests, finishes those inside, writes down what is still in memory. */
  close(): Promise<void>
}

export interface StartOptions {
  now?(): number
  /** Where log lines go; standard output unless given. */
  writeLog?(line: string): void
  /** The store failed and does not come back by itself. */
  onFatal?(error: Error): void
  readonly network?: Network
}

/** What is wrong is said in one sentence; there is nothing to debug. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

export async function startService(config: Config, options: StartOptions = {}): Promise<Service> {
  const now = options.now ?? Date.now
  const log = openLog(config.logLevel, options.writeLog ?? ((line) => process.stdout.write(line)))
  const closers: (() => unknown)[] = []
  const close = once(async () => {
    for (const closer of closers.toReversed()) {
      try {
        await closer()
      } catch (error) {
        log.error('a part could not be closed', describeError(error))
      }
    }
  })

  try {
    const store = await openStore(config.store, config.dataFolder, {
      onFatal: (error) => {
        log.error('the store failed', describeError(error))
        options.onFatal?.(error)
      },
      onNotice: (text) => log.warn(text),
    })
    closers.push(() => store.close())
    const metrics = openMetrics()
    closers.push(() => metrics.close())
    const keys = openKeyCache({
      store: store.keys,
      now,
      onTouchError: (error) => log.warn('the use of keys could not be written down', describeError(error)),
    })
    closers.push(() => keys.close())
    const scoring = openScoring({ store, log, metrics, now })
    closers.push(() => scoring.close())
    const pool = openSurveyPool()
    // Closed after every route: an upload or an erasure that is under way still needs its thread.
    closers.push(() => pool.close())
    let listening = ''
    const survey = await openSurveyService({
      store,
      scoring,
      pool,
      log,
      metrics,
      modelPrefix: config.modelPrefix,
      ...secondOpinionOf(config),
      publicUrl: () => baseUrl(config.publicUrl ?? listening),
      now,
    })
    const ownNetwork = openNetwork({ folder: join(config.dataFolder, 'network') })
    const network = options.network ?? ownNetwork
    const rates = openRateLimiter()
    const logFailure = sparseFailures(log)
    const services: SurveyServices = {
      config,
      store,
      keys,
      scoring,
      survey,
      network,
      rates,
      log,
      logFailure,
      metrics,
      now,
    }
    if (store.rates !== undefined && config.rateExchangeMs > 0) {
      const exchange = startRateExchange({
        limiter: rates,
        store: store.rates,
        secret: await sharedSecret(store.keys),
        everyMs: config.rateExchangeMs,
        onExchange: () => metrics.rateExchanges.inc({ outcome: 'done' }),
        onFailure: (error) => {
          metrics.rateExchanges.inc({ outcome: 'failed' })
          logFailure('rates could not be exchanged with other nodes', error as Error, {})
        },
      })
      closers.push(() => exchange.close())
    }
    const metricsServer = await explainListenFailure(
      listenForMetrics(config, metrics),
      config.metrics,
      'BYHAND_METRICS',
    )
    closers.push(() => metricsServer?.close())
    const app = await buildApp(services)
    closers.push(() => drain(app))
    const address = await listen(app, config)
    listening = reachable(address)
    log.debug('listening', { address })
    const warmUp = once(() => closers.push(keepNetworkFresh(ownNetwork, log)))
    const checksSurveys = app.hasRoute({ method: 'POST', url: '/survey-check/v021' })
    return { address, metricsAddress: metricsServer?.address, services, checksSurveys, warmUp, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  return explainListenFailure(app.listen({ host, port }), { host, port }, 'BYHAND')
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
        `Port ${port} of ${host} is in use. Stop what listens there, or set ${prefix}_PORT.`,
      )
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(
        `Listening on ${host}:${port} is not possible (${code}). Check ${prefix}_HOST and ${prefix}_PORT.`,
      )
    }
    throw error
  }
}

function once<Value>(act: () => Value): () => Value {
  let result: { readonly value: Value } | undefined
  return () => {
    result ??= { value: act() }
    return result.value
  }
}
