/**
 * Work shared out among nodes: rows that are free are taken by one of them until a time. On one server whoever comes
 * second passes over rows that are being taken. A cluster has no such lock across machines: there each row is taken by a
 * statement of its own, on the machine it lies on, which succeeds for one of those who try.
 */
import type { Database, Value } from './database.ts'

export interface Claim {
  /** Known as `t` in what follows. */
  readonly table: string
  readonly key: readonly string[]
  /** When a row may be taken; uses every one of `values`. */
  readonly free: string
  readonly values: readonly Value[]
  /** Tables and conditions that help to choose. */
  readonly join?: string
  readonly and?: string
  readonly order: string
  /** The column that says until when a row is taken. */
  readonly sets: string
  readonly returning: string
}

/** Nodes that look together see the same rows first; choosing among more keeps them from trying for the same ones. */
const CANDIDATES = 4

export function claim<Row>(db: Database, given: Claim, limit: number, until: number): Promise<Row[]> {
  return db.isCluster ? claimEach(db, given, limit, until) : claimTogether(db, given, limit, until)
}

function claimTogether<Row>(db: Database, given: Claim, limit: number, until: number): Promise<Row[]> {
  const { table, key, sets, returning, values } = given
  return db.rows<Row>(
    `WITH chosen AS MATERIALIZED (${chosen(given)} FOR UPDATE OF t SKIP LOCKED)
     UPDATE ${table} t SET ${sets} = $${values.length + 2} FROM chosen c
     WHERE ${key.map((column) => `t.${column} = c.${column}`).join(' AND ')} RETURNING ${returning}`,
    [...values, limit, until],
  )
}

async function claimEach<Row>(db: Database, given: Claim, limit: number, until: number): Promise<Row[]> {
  const { table, key, free, sets, returning, values } = given
  const candidates = await db.rows<Record<string, Value>>(chosen(given), [...values, limit * CANDIDATES])
  const place = key.map((column, index) => `t.${column} = $${values.length + 2 + index}`).join(' AND ')
  const taken: Row[] = []
  for (const candidate of shuffled(candidates)) {
    if (taken.length === limit) break
    taken.push(
      ...(await db.rows<Row>(
        `UPDATE ${table} t SET ${sets} = $${values.length + 1} WHERE ${place} AND ${free} RETURNING ${returning}`,
        [...values, until, ...key.map((column) => candidate[column] as Value)],
      )),
    )
  }
  return taken
}

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
