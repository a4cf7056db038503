/** Which worker of a Citus cluster holds which buckets. */
import { BUCKETS } from '../bucket.ts'
import type { Queries } from './database.ts'

/** Shards move rarely. A statement that uses an old place is slower, not wrong. */
const KNOWN_FOR_MS = 10_000

interface Placed {
  bucket: number
  worker: number
}

export class Workers {
  readonly #queries: Pick<Queries, 'rows'>
  #places: Promise<ReadonlyMap<number, number>> | undefined
  #readAt = 0

  constructor(queries: Pick<Queries, 'rows'>) {
    this.#queries = queries
  }

  /** The items of each worker. */
  async group<Item>(items: readonly Item[], bucketOf: (item: Item) => number): Promise<Item[][]> {
    if (items.length === 0) return []
    const places = await this.places()
    return [...Map.groupBy(items, (item) => places.get(bucketOf(item))).values()]
  }

  /** The worker of each bucket. */
  places(): Promise<ReadonlyMap<number, number>> {
    const now = performance.now()
    if (this.#places === undefined || now - this.#readAt > KNOWN_FOR_MS) {
      this.#readAt = now
      const reading = this.#read()
      this.#places = reading
      reading.catch(() => {
        if (this.#places === reading) this.#places = undefined
      })
    }
    return this.#places
  }

  async #read(): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#queries.rows<Placed>(
      `SELECT b.bucket, p.groupid AS worker FROM generate_series(0, ${BUCKETS - 1}) AS b (bucket)
       JOIN pg_dist_placement p ON p.shardid = get_shard_id_for_distribution_column('sessions', b.bucket::smallint)`,
    )
    return new Map(rows.map(({ bucket, worker }) => [bucket, worker]))
  }
}
