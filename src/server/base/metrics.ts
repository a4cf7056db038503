/**
 * What the service counts. For batches: received = accepted + rejected, always; the browser script reports rows
 * it let go, so that rows recorded = rows accepted + rows rejected + rows dropped.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly batchesReceived: Counter
  readonly batchesAccepted: Counter<'status'>
  readonly batchesRejected: Counter<'reason'>
  readonly rowsAccepted: Counter
  readonly rowsDropped: Counter
  readonly limiterFailures: Counter
  readonly rateExchanges: Counter<'outcome'>
  readonly requestSeconds: Histogram<'route' | 'status'>
  readonly checkFailures: Counter<'check'>
  /** In Prometheus' text format. */
  text(): Promise<string>
  readonly contentType: string
  close(): void
}

/** Seconds. From a batch in memory to a survey with models. */
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
  gauge('process_cpu_seconds_total', 'Processor time used.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('process_uptime_seconds', 'Time since the process began.', () => process.uptime())
  gauge('byhand_event_loop_delay_p99_seconds', 'Event loop delay since the last look.', () => {
    const delay = loop.percentile(99) / 1e9
    loop.reset()
    return Number.isFinite(delay) ? delay : 0
  })

  return {
    batchesReceived: counter('byhand_batches_received_total', 'Batches that reached the service.'),
    batchesAccepted: counter('byhand_batches_accepted_total', 'Batches on disk: stored now or before.', [
      'status',
    ]),
    batchesRejected: counter('byhand_batches_rejected_total', 'Batches refused, by error code.', ['reason']),
    rowsAccepted: counter('byhand_rows_accepted_total', 'Event rows stored.'),
    rowsDropped: counter('byhand_rows_dropped_total', 'Event rows the browser script says it let go.'),
    limiterFailures: counter(
      'byhand_rate_limiter_failures_total',
      'Requests let through because the limiter failed.',
    ),
    rateExchanges: counter(
      'byhand_rate_exchanges_total',
      'Times rates were exchanged with other nodes, `done` or `failed`.',
      ['outcome'],
    ),
    checkFailures: counter('byhand_check_failures_total', 'Checks that threw and were answered Unknown.', [
      'check',
    ]),
    requestSeconds: new Histogram({
      name: 'byhand_request_seconds',
      help: 'Time to answer, by route and status.',
      labelNames: ['route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => {
      loop.disable()
      registry.clear()
    },
  }
}
