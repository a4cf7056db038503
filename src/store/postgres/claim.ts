/**
 * Claims rows for one node until a given time. On one server, SKIP LOCKED lets nodes claim different rows. Citus does not
 * support it across shards: there each row is claimed by its own UPDATE on its shard, which succeeds for one node.
 */
import type { Database, Value } from './database.ts'

export interface Claim {
  /** Has the alias `t`. */
  readonly table: string
  readonly key: readonly string[]
  /** The condition of a free row; uses all `values`. */
  readonly free: string
  readonly values: readonly Value[]
  /** Further tables and conditions for the selection. */
  readonly join?: string
  readonly and?: string
  readonly order: string
  /** The column with the end of the claim. */
  readonly sets: string
  /** A further assignment. */
  readonly also?: string
  readonly returning: string
}

/** Nodes that claim at the same time see the same rows: each picks at random from this many times the limit. */
const CANDIDATES = 4

export function claim<Row>(db: Database, given: Claim, limit: number, until: number): Promise<Row[]> {
  return db.isCluster ? claimEach(db, given, limit, until) : claimTogether(db, given, limit, until)
}

function claimTogether<Row>(db: Database, given: Claim, limit: number, until: number): Promise<Row[]> {
  const { table, key, returning, values } = given
  return db.rows<Row>(
    `WITH chosen AS MATERIALIZED (${chosen(given)} FOR UPDATE OF t SKIP LOCKED)
     UPDATE ${table} t SET ${assignments(given, values.length + 2)} FROM chosen c
     WHERE ${key.map((column) => `t.${column} = c.${column}`).join(' AND ')} RETURNING ${returning}`,
    [...values, limit, until],
  )
}

async function claimEach<Row>(db: Database, given: Claim, limit: number, until: number): Promise<Row[]> {
  const { table, key, free, returning, values } = given
  const candidates = await db.rows<Record<string, Value>>(chosen(given), [...values, limit * CANDIDATES])
  const place = key.map((column, index) => `t.${column} = $${values.length + 2 + index}`).join(' AND ')
  const taken: Row[] = []
  for (const candidate of shuffled(candidates)) {
    if (taken.length === limit) break
    taken.push(
      ...(await db.rows<Row>(
        `UPDATE ${table} t SET ${assignments(given, values.length + 1)} WHERE ${place} AND ${free} RETURNING ${returning}`,
        [...values, until, ...key.map((column) => candidate[column] as Value)],
      )),
    )
  }
  return taken
}

const assignments = ({ sets, also }: Claim, until: number): string =>
  [`${sets} = $${until}`, ...(also === undefined ? [] : [also])].join(', ')

function chosen({ table, key, free, values, join = '', and, order }: Claim): string {
  return `SELECT ${key.map((column) => `t.${column}`)} FROM ${table} t ${join}
    WHERE ${free}${and ? ` AND ${and}` : ''} ORDER BY ${order} LIMIT $${values.length + 1}`
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
