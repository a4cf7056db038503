/**
 * Claims rows. SKIP LOCKED lets nodes claim different rows. Citus supports it only within a shard: there a claim looks for
 * free rows on all reachable workers, and then claims them bucket by bucket.
 */
import { type Claim, type ClaimParams, claimAssignments, claimable, claimParams } from '../queries/claim.ts'
import type { Database } from './database.ts'
import { positional } from './positional.ts'

/** Nodes that claim at the same time see the same rows: each starts with any bucket of this many times the limit. */
const CANDIDATES = 4

export function claim<Row>(
  db: Database,
  given: Claim,
  time: ClaimParams,
  limit: number,
  until: number,
): Promise<Row[]> {
  const params = { ...claimParams(time), until }
  return db.isCluster
    ? claimByBucket(db, given, params, limit)
    : claimTogether(db, given, { ...params, limit })
}

/** `inBucket`: a condition that Citus needs to change one shard instead of all. */
function claimTogether<Row>(db: Database, given: Claim, params: object, inBucket = ''): Promise<Row[]> {
  const { table, key } = given
  const text = `WITH chosen AS MATERIALIZED (${claimable(given, key)} FOR UPDATE OF t SKIP LOCKED)
    UPDATE ${table} t SET ${claimAssignments(given)} FROM chosen c
    WHERE ${inBucket} ${key.map((column) => `t.${column} = c.${column}`).join(' AND ')} RETURNING ${returned(given)}`
  return db.rows<Row>(...positional(text, params))
}

async function claimByBucket<Row>(db: Database, given: Claim, params: object, limit: number): Promise<Row[]> {
  const ofWorker = { ...given, waiting: `t.bucket = ANY (:buckets) AND ${given.waiting}` }
  const text = claimable(ofWorker, ['bucket'])
  const candidates = await db.readReachable((buckets) =>
    db.rows<{ bucket: number }>(...positional(text, { ...params, buckets, limit: limit * CANDIDATES })),
  )
  const inBucket = 't.bucket = :bucket AND'
  const ofBucket = { ...given, waiting: `${inBucket} ${given.waiting}` }
  const taken: Row[] = []
  for (const bucket of shuffled(new Set(candidates.map(({ bucket }) => bucket)))) {
    if (taken.length === limit) break
    const rest = limit - taken.length
    taken.push(...(await claimTogether<Row>(db, ofBucket, { ...params, bucket, limit: rest }, inBucket)))
  }
  return taken
}

const returned = ({ returning }: Claim): string => returning.map((column) => `t.${column}`).join(', ')

function shuffled<Item>(items: Iterable<Item>): Item[] {
  return [...items]
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
