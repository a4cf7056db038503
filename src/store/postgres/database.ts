/** The database: one PostgreSQL server, or the coordinator and the workers of a Citus cluster. */
import { DatabaseError } from 'pg'
import { StoreUnavailable } from '../errors.ts'
import { BUCKETS } from '../values/bucket.ts'
import {
  inTransaction,
  Pool,
  type Queries,
  READING,
  RolledBack,
  Statements,
  type TimeLimits,
  type Value,
  WRITING,
} from './pool.ts'
import type { WriteRows } from './rows_write.ts'
import type { ShardRead } from './shard_read.ts'
import { CLUSTER_SETTINGS, WorkerPools } from './worker_pools.ts'
import { type Place, shardsOn, Workers } from './workers.ts'

const DEFAULT_CONNECTIONS = 12
const ALL_BUCKETS = Array.from({ length: BUCKETS }, (_, bucket) => bucket)

export interface DatabaseOptions {
  readonly url: string
  readonly connections?: number | undefined
  /** Whether Citus distributes the tables. */
  readonly isCluster?: boolean
  readonly onNotice?: ((text: string) => void) | undefined
}

export class Database extends Statements {
  readonly #pool: Pool
  readonly #workerPools: WorkerPools
  readonly isCluster: boolean
  readonly workers: Workers

  constructor({ url, connections = DEFAULT_CONNECTIONS, isCluster = false, onNotice }: DatabaseOptions) {
    super()
    this.isCluster = isCluster
    this.#pool = new Pool({ url, connections, ...(isCluster && { settings: CLUSTER_SETTINGS }) })
    this.#workerPools = new WorkerPools(url, this.#pool, onNotice)
    this.workers = new Workers(this.#pool)
  }

  use<T>(limits: TimeLimits, work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#pool.use(limits, work)
  }

  /** For statements about one bucket: on a cluster, the worker that holds it runs them without the coordinator. */
  at(bucket: number): Statements {
    return this.isCluster ? new AtBucket((limits, work) => this.#useAt(bucket, limits, work)) : this
  }

  /** The worker of this bucket, or null if statements about it go through the coordinator. */
  directWorker(bucket: number): string | null {
    const place = this.workers.known.get(bucket)
    return place !== undefined && this.#workerPools.isDirect(place) ? place.worker : null
  }

  /** Reads the shard of a bucket. Null: it cannot be read directly now. */
  async readShard<Row>(read: ShardRead, bucket: number, values: readonly Value[]): Promise<Row[] | null> {
    const place = (await this.workers.places()).get(bucket)
    return place === undefined ? null : this.#read<Row>(read, [place], values)
  }

  /** A transaction that writes rows of these buckets. On a cluster, it writes to shards if they are on one worker. */
  async writeRows(buckets: ReadonlySet<number>, work: (write: WriteRows) => Promise<void>): Promise<void> {
    const until = performance.now() + WRITING.totalMs
    if (this.isCluster && (await this.#writeShards(buckets, work))) return
    await this.#pool.use(
      WRITING,
      (queries) =>
        inTransaction(queries, 'BEGIN', () =>
          work((statement, rows) =>
            this.isCluster ? statement.onCluster(queries, rows) : statement.onOneServer(queries, rows),
          ),
        ),
      until,
    )
  }

  /** Returns whether the rows could be written directly. */
  async #writeShards(
    buckets: ReadonlySet<number>,
    work: (write: WriteRows) => Promise<void>,
  ): Promise<boolean> {
    const places = await this.workers.places()
    const [place, ...others] = [...buckets].map((bucket) => places.get(bucket))
    if (place === undefined || others.some((other) => other?.worker !== place.worker)) return false
    const all = shardsOn(places, place.worker)
    const written = all.filter((shard) => shard.buckets.some((bucket) => buckets.has(bucket)))
    // Every other combination would need statements of its own.
    const shards = written.length === 1 ? written : all
    // As Citus does: no shard moves until the transaction ends. The statements see moves that ended before.
    const begin = `BEGIN; SELECT lock_shard_metadata(${SHARE_LOCK}, ARRAY[${written.map(({ sessions }) => sessions)}])`
    try {
      const answer = await this.#workerPools.use(place, WRITING, (queries) =>
        inTransaction(queries, begin, () =>
          work(async (statement, rows) => {
            const changes = await statement.onShards(queries, shards, rows)
            if (changes === null) throw new ShardMoved('a shard has moved')
            return changes
          }),
        ),
      )
      return answer !== null
    } catch (error) {
      if (!(error instanceof ShardMoved || isUnknownTable(error))) throw error
      this.workers.forget()
      return false
    }
  }

  /**
   * Reads the shards of each worker. `valuesOf`: the values for a worker with these buckets; null: it is not asked. Returns
   * null if any worker cannot be asked directly now.
   */
  async readShards<Row>(
    read: ShardRead,
    valuesOf: (buckets: ReadonlySet<number>) => readonly Value[] | null,
  ): Promise<Row[] | null> {
    const places = await this.workers.places()
    if (places.size < BUCKETS) return null
    const groups = [...Map.groupBy(places, ([, { worker }]) => worker).values()]
    const answers = await Promise.all(
      groups.map((group) => {
        const values = valuesOf(new Set(group.map(([bucket]) => bucket)))
        // Several buckets share a shard.
        const shards = new Map(group.map(([, place]) => [place.shards.sessions, place]))
        return values === null ? [] : this.#read<Row>(read, [...shards.values()], values)
      }),
    )
    const rows: Row[] = []
    for (const answer of answers) {
      if (answer === null) return null
      rows.push(...answer)
    }
    return rows
  }

  /** The rows of all workers, from one `read` for the buckets of each. While a worker is lost, those of the others. */
  async readReachable<Row>(read: (buckets: readonly number[]) => Promise<Row[]>): Promise<Row[]> {
    const groups = await this.workers.group(ALL_BUCKETS, (bucket) => bucket)
    const answers = await Promise.allSettled(groups.map(read))
    const failures = answers.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    const isLost = ({ reason }: PromiseRejectedResult) => reason instanceof StoreUnavailable
    const failure = failures.find((one) => !isLost(one)) ?? failures[0]
    if (failure && (failures.length === answers.length || !isLost(failure))) throw failure.reason
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#workerPools.close()])
  }

  async #read<Row>(
    read: ShardRead,
    places: readonly Place[],
    values: readonly Value[],
  ): Promise<Row[] | null> {
    const [place] = places as [Place]
    const shards = places.map((one) => one.shards)
    const answer = await this.#workerPools
      .use(place, READING, (queries) => read.rows<Row>(queries, shards, values))
      .catch((error) => {
        if (isUnknownTable(error)) return { result: null }
        throw error
      })
    if (answer !== null && answer.result === null) this.workers.forget()
    return answer?.result ?? null
  }

  async #useAt<T>(bucket: number, limits: TimeLimits, work: (queries: Queries) => Promise<T>): Promise<T> {
    const until = performance.now() + limits.totalMs
    const place = (await this.workers.places()).get(bucket)
    const answer = place === undefined ? null : await this.#workerPools.use(place, limits, work)
    return answer === null ? this.#pool.use(limits, work, until) : answer.result
  }
}

type Use = <T>(limits: TimeLimits, work: (queries: Queries) => Promise<T>) => Promise<T>

class AtBucket extends Statements {
  readonly #use: Use

  constructor(use: Use) {
    super()
    this.#use = use
  }

  use<T>(limits: TimeLimits, work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#use(limits, work)
  }
}

class ShardMoved extends RolledBack {}

/** The number of this lock mode in PostgreSQL. */
const SHARE_LOCK = 5

/** A shard that has moved is deleted after a while. */
const isUnknownTable = (error: unknown): boolean => error instanceof DatabaseError && error.code === '42P01'
