/** Metrics of the store, read at each scrape. Nodes that share a store report the same values. */
import type { Store } from '../../store/store.ts'
import type { FreeDisk } from './free_disk.ts'
import type { GaugeValues, Metrics } from './metrics.ts'

/** Counting stops here, so that a scrape stays cheap. */
export const MAX_COUNTED = 10_000

export interface StoreMetricsOptions {
  readonly metrics: Pick<Metrics, 'gauge'>
  readonly store: Pick<Store, 'sessions' | 'uploads' | 'workers'>
  /** After this time without a batch, a session is due for scoring. */
  readonly quietMs: number
  now(): number
}

const unlabeled = (value: number): GaugeValues => new Map([['', value]])

export function addDiskMetrics(
  metrics: Pick<Metrics, 'gauge'>,
  disk: Pick<FreeDisk, 'freeBytes' | 'isLow'>,
): void {
  metrics.gauge(
    'byhand_disk_free_bytes',
    'Free space on the disk of the data folder. No value with PostgreSQL.',
    async () => (disk.freeBytes === null ? new Map() : unlabeled(disk.freeBytes)),
  )
  metrics.gauge(
    'byhand_disk_low',
    'Whether new sessions are rejected because the disk is almost full: 1 or 0.',
    async () => unlabeled(disk.isLow ? 1 : 0),
  )
}

export function addStoreMetrics({ metrics, store, quietMs, now }: StoreMetricsOptions): void {
  let reading: ReturnType<Store['sessions']['unscored']> | undefined
  /** A scrape reads all gauges at the same time, and two of them need this. */
  const unscored = () => {
    reading ??= store.sessions.unscored(now() - quietMs, MAX_COUNTED).finally(() => {
      reading = undefined
    })
    return reading
  }
  metrics.gauge(
    'byhand_sessions_unscored',
    `Quiet sessions that wait for scoring, at most ${MAX_COUNTED}.`,
    async () => unlabeled((await unscored()).count),
  )
  metrics.gauge(
    'byhand_sessions_unscored_age_seconds',
    'Time since the last batch of the session that has waited longest for scoring; 0: none waits.',
    async () => {
      const { oldest } = await unscored()
      return unlabeled(oldest === null ? 0 : (now() - oldest) / 1_000)
    },
  )
  metrics.gauge(
    'byhand_survey_jobs',
    'Files of survey responses that are being analyzed (`running`), or wait for a node (`waiting`).',
    async () => new Map(Object.entries(await store.uploads.unfinished(now()))),
    'state',
  )
  metrics.gauge(
    'byhand_worker_writable',
    'Whether a worker of a Citus cluster accepts writes: 1 or 0.',
    async () => new Map([...((await store.workers?.()) ?? [])].map(([worker, can]) => [worker, can ? 1 : 0])),
    'worker',
  )
}

export function addClockMetrics(
  metrics: Pick<Metrics, 'gauge'>,
  store: Pick<Store, 'clock'>,
  isPlausible: () => boolean,
): void {
  metrics.gauge(
    'byhand_clock_implausible',
    'Whether the clock of this node is not plausible, so that it erases nothing: 1 or 0.',
    async () => unlabeled(isPlausible() ? 0 : 1),
  )
  metrics.gauge(
    'byhand_retention_held_workspaces',
    'Workspaces whose retention waits because it would erase more than foreseen.',
    async () => unlabeled(Object.keys((await store.clock.read())?.held ?? {}).length),
  )
}
