/**
 * Claims rows. On one server, SKIP LOCKED lets nodes claim different rows. Citus does not support it across shards: there
 * each row is claimed by its own UPDATE on its shard, which succeeds for one node.
 */
import { type Claim, claimAssignments, claimable } from '../queries/claim.ts'
import type { Database, Value } from './database.ts'
import { positional } from './positional.ts'

/** Nodes that claim at the same time see the same rows: each picks at random from this many times the limit. */
const CANDIDATES = 4

export function claim<Row>(
  db: Database,
  given: Claim,
  params: object,
  limit: number,
  until: number,
): Promise<Row[]> {
  return db.isCluster
    ? claimEach(db, given, { ...params, until }, limit)
    : claimTogether(db, given, { ...params, limit, until })
}

function claimTogether<Row>(db: Database, given: Claim, params: object): Promise<Row[]> {
  const { table, key } = given
  const text = `WITH chosen AS MATERIALIZED (${claimable(given, key)} FOR UPDATE OF t SKIP LOCKED)
    UPDATE ${table} t SET ${claimAssignments(given)} FROM chosen c
    WHERE ${key.map((column) => `t.${column} = c.${column}`).join(' AND ')} RETURNING ${returned(given)}`
  return db.rows<Row>(...positional(text, params))
}

async function claimEach<Row>(db: Database, given: Claim, params: object, limit: number): Promise<Row[]> {
  const { table, key, free } = given
  const candidates = await db.rows<Record<string, Value>>(
    ...positional(claimable(given, key), { ...params, limit: limit * CANDIDATES }),
  )
  const place = key.map((column) => `t.${column} = :${column}`).join(' AND ')
  const text = `UPDATE ${table} t SET ${claimAssignments(given)} WHERE ${place} AND ${free} RETURNING ${returned(given)}`
  const taken: Row[] = []
  for (const candidate of shuffled(candidates)) {
    if (taken.length === limit) break
    taken.push(...(await db.rows<Row>(...positional(text, { ...params, ...candidate }))))
  }
  return taken
}

const returned = ({ returning }: Claim): string => returning.map((column) => `t.${column}`).join(', ')

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
