/**
 * Reads shards as ordinary tables, with prepared statements. Citus would plan every execution again, which takes far longer
 * than reading a few rows. In the same snapshot, the worker checks that it still holds the shards.
 */
import type { Queries, Value } from './pool.ts'
import { SHARD_TABLES, type Shards } from './workers.ts'

export type TableNames = Readonly<Record<keyof Shards, string>>

/** The tables themselves. */
export const TABLES = Object.fromEntries(SHARD_TABLES.map((table) => [table, table])) as TableNames

interface Prepared {
  readonly name: string
  readonly text: string
}

/** After many moves, statements of old shards are forgotten. */
const MAX_PREPARED = 256

let prepared = 0

export class ShardRead {
  readonly #write: (shards: readonly TableNames[]) => string
  readonly #prepared = new Map<string, Prepared>()

  /** `write`: the statement for these shards. Its rows come in any order. */
  constructor(write: (shards: readonly TableNames[]) => string) {
    this.#write = write
  }

  /** Null: the server does not hold all of these shards. */
  async rows<Row>(
    queries: Queries,
    shards: readonly Shards[],
    values: readonly Value[],
  ): Promise<Row[] | null> {
    const { text, name } = this.#prepare(shards)
    const rows = await queries.rows<Row & { is_row: true | null }>(text, values, name)
    return rows.length === 0 ? null : rows.filter(({ is_row }) => is_row)
  }

  #prepare(shards: readonly Shards[]): Prepared {
    const key = shards.map(({ sessions }) => sessions).join()
    const known = this.#prepared.get(key)
    if (known) return known
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear()
    const text = `SELECT f.* FROM (SELECT WHERE ${areHere(shards)}) here
      LEFT JOIN (SELECT true AS is_row, q.* FROM (${this.#write(shards.map(tableNames))}) q) f ON true`
    const made = { name: `shards_${++prepared}`, text }
    this.#prepared.set(key, made)
    return made
  }
}

/** Shards of the other tables are always on the same worker. */
const areHere = (shards: readonly Shards[]): string =>
  `(SELECT count(*) FROM pg_dist_placement p JOIN pg_dist_local_group g ON g.groupid = p.groupid
    WHERE p.shardid IN (${shards.map(({ sessions }) => sessions)})) = ${shards.length}`

const tableNames = (shards: Shards): TableNames =>
  Object.fromEntries(SHARD_TABLES.map((table) => [table, `${table}_${shards[table]}`])) as TableNames
