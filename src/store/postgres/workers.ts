/** Which worker of a Citus cluster holds which buckets. */
import { BUCKETS } from '../values/bucket.ts'
import type { Queries } from './pool.ts'

/** Shards move rarely. A statement that uses an old place is slower, not wrong. */
const KNOWN_FOR_MS = 10_000

/** The tables whose shards are read or written directly. */
export const SHARD_TABLES = ['sessions', 'batches', 'reports', 'labels', 'step_ups', 'session_tags'] as const

/** The number of the shard of each table that holds a bucket. */
export type Shards = Readonly<Record<(typeof SHARD_TABLES)[number], number>>

export interface Place {
  /** `worker1:5432` */
  readonly worker: string
  readonly host: string
  readonly port: number
  readonly shards: Shards
}

/** A shard and the buckets that it holds. */
export type WorkerShard = Shards & { readonly buckets: readonly number[] }

/** The shards of a worker, in the same order on every node. */
export function shardsOn(places: Places, worker: string): WorkerShard[] {
  const own = [...places].filter(([, place]) => place.worker === worker)
  return [...Map.groupBy(own, ([, { shards }]) => shards.sessions)]
    .sort(([a], [b]) => a - b)
    .map(([, [first, ...others]]) => {
      const [bucket, { shards }] = first as (typeof own)[0]
      return { ...shards, buckets: [bucket, ...others.map(([other]) => other)] }
    })
}

export type Places = ReadonlyMap<number, Place>

const READ = `SELECT b.bucket, n.nodename || ':' || n.nodeport AS worker, n.nodename AS host, n.nodeport AS port,
    json_build_object(${SHARD_TABLES.map((table) => `'${table}', ${shardOf(table)}`)}) AS shards
  FROM generate_series(0, ${BUCKETS - 1}) AS b (bucket)
  JOIN pg_dist_placement p ON p.shardid = ${shardOf('sessions')}
  JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'`

function shardOf(table: string): string {
  return `get_shard_id_for_distribution_column('${table}', b.bucket::smallint)`
}

export class Workers {
  readonly #queries: Pick<Queries, 'rows'>
  #known: Places | undefined
  #reading: Promise<Places> | undefined
  #readAt = Number.NEGATIVE_INFINITY

  constructor(queries: Pick<Queries, 'rows'>) {
    this.#queries = queries
  }

  /** The items of each worker. */
  async group<Item>(items: readonly Item[], bucketOf: (item: Item) => number): Promise<Item[][]> {
    if (items.length === 0) return []
    const places = await this.places()
    return [...Map.groupBy(items, (item) => places.get(bucketOf(item))?.worker).values()]
  }

  /** The place of each bucket. Only the first call waits for it. */
  places(): Promise<Places> {
    const reading = performance.now() - this.#readAt > KNOWN_FOR_MS ? this.#read() : this.#reading
    return this.#known === undefined && reading !== undefined ? reading : Promise.resolve(this.known)
  }

  /** The places that were read last. */
  get known(): Places {
    return this.#known ?? NOWHERE
  }

  /** A shard has moved: the next call reads the places. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY
  }

  #read(): Promise<Places> {
    this.#readAt = performance.now()
    const reading = this.#queries.rows<Place & { bucket: number }>(READ).then((rows) => {
      this.#known = new Map(rows.map(({ bucket, ...place }) => [bucket, place]))
      return this.#known
    })
    this.#reading = reading
    reading.catch(() => this.forget())
    return reading
  }
}

const NOWHERE: Places = new Map()
