/** Session ids whose rows are on a given worker. */
import pg from 'pg'
import { bucketOf } from '../../src/store/values/bucket.ts'
import { newSessionId } from '../store/engine.ts'

/** `url`: the coordinator; `worker`: the address of a worker. */
export async function bucketsOn(url: string, worker: string): Promise<ReadonlySet<number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `SELECT b.bucket FROM generate_series(0, 63) AS b (bucket) JOIN citus_shards s
       ON s.shardid = get_shard_id_for_distribution_column('sessions', b.bucket::smallint)
     WHERE s.nodeport = $1`,
    [new URL(worker).port],
  )
  await client.end()
  return new Set(rows.map(({ bucket }) => bucket))
}

/** Returns ids on that worker, or on another one. */
export async function placedIds(url: string, worker: string): Promise<(isThere: boolean) => string> {
  const there = await bucketsOn(url, worker)
  if (there.size < 10) throw new Error('the worker has too few buckets')
  return (isThere) => {
    for (;;) {
      const id = newSessionId()
      if (there.has(bucketOf(id)) === isThere) return id
    }
  }
}
