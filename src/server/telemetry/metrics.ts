/**
 * Prometheus metrics. For batches, received = accepted + rejected always holds. The browser script reports the rows
 * it dropped, so that rows recorded = rows accepted + rows rejected + rows dropped.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** By the value of the label; without a label, one value under any key. */
export type GaugeValues = ReadonlyMap<string, number>

export interface Metrics {
  readonly batchesReceived: Counter
  readonly batchesAccepted: Counter<'status'>
  readonly batchesRejected: Counter<'reason'>
  readonly rowsAccepted: Counter
  readonly rowsDropped: Counter
  readonly limiterFailures: Counter
  readonly sessionsAboveRate: Counter<'outcome'>
  readonly rateExchanges: Counter<'outcome'>
  readonly socketsClosed: Counter<'reason'>
  readonly requestSeconds: Histogram<'route' | 'status'>
  readonly checkFailures: Counter<'check'>
  readonly surveyJobs: Counter<'outcome'>
  readonly surveyJobRows: Counter
  /** Adds a gauge whose values are read at each scrape. If reading fails, the gauge has no value. */
  gauge(name: string, help: string, read: () => Promise<GaugeValues>, label?: string): void
  /** In the Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
  close(): void
}

/** Seconds: from a cached batch to a survey analysis with models. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter<Label>({ name, help, labelNames, registers })

  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  let cpuSeconds = 0
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'User and system CPU time.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      const total = (user + system) / 1e6
      this.inc(Math.max(0, total - cpuSeconds))
      cpuSeconds = total
    },
  })
  gauge('process_uptime_seconds', 'Time since the process started.', () => process.uptime())
  gauge('byhand_event_loop_delay_p99_seconds', 'p99 event loop delay since the last scrape.', () => {
    const delay = loop.percentile(99) / 1e9
    loop.reset()
    return Number.isFinite(delay) ? delay : 0
  })

  return {
    batchesReceived: counter('byhand_batches_received_total', 'Batches received.'),
    batchesAccepted: counter(
      'byhand_batches_accepted_total',
      'Batches on disk: newly stored (`stored`), or stored before (`repeated`).',
      ['status'],
    ),
    batchesRejected: counter('byhand_batches_rejected_total', 'Batches rejected, by error code.', ['reason']),
    rowsAccepted: counter('byhand_rows_accepted_total', 'Event rows stored.'),
    rowsDropped: counter(
      'byhand_rows_dropped_total',
      'Event rows that the browser script reports as dropped.',
    ),
    limiterFailures: counter(
      'byhand_rate_limiter_failures_total',
      'Requests admitted because the rate limiter failed.',
    ),
    sessionsAboveRate: counter(
      'byhand_sessions_above_site_rate_total',
      'New sessions above the rate of their site key: `admitted` from addresses with few recent sessions, or `rejected`.',
      ['outcome'],
    ),
    rateExchanges: counter(
      'byhand_rate_exchanges_total',
      'Exchanges of rate-limit counters with other nodes: `done` or `failed`.',
      ['outcome'],
    ),
    socketsClosed: counter(
      'byhand_sockets_closed_total',
      'Connections closed because the client did not read: too many unanswered `requests`, or `stalled`.',
      ['reason'],
    ),
    checkFailures: counter('byhand_check_errors_total', 'Checks that threw an error and returned Unknown.', [
      'check',
    ]),
    surveyJobs: counter(
      'byhand_survey_jobs_finished_total',
      'Files of survey responses whose analysis ended: `done`, `failed` or `canceled`.',
      ['outcome'],
    ),
    surveyJobRows: counter('byhand_survey_job_rows_total', 'Analyzed rows of files of survey responses.'),
    requestSeconds: new Histogram({
      name: 'byhand_request_seconds',
      help: 'Response time by route and status.',
      labelNames: ['route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    gauge(name, help, read, label) {
      new Gauge({
        name,
        help,
        registers,
        labelNames: label === undefined ? [] : [label],
        async collect() {
          const values = await read().catch(() => new Map<string, number>())
          this.reset()
          // Without a label, a reset gauge is 0.
          if (label === undefined && values.size === 0) this.remove()
          for (const [key, value] of values) this.set(label === undefined ? {} : { [label]: key }, value)
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => {
      loop.disable()
      registry.clear()
    },
  }
}
