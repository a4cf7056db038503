/** Prepared statements on shards as ordinary tables. Citus would plan every execution again. */
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

export class ShardStatement<Shard extends Shards = Shards> {
  readonly #write: (shards: readonly Shard[]) => string
  readonly #prepared = new Map<string, Prepared>()

  constructor(write: (shards: readonly Shard[]) => string) {
    this.#write = write
  }

  on(shards: readonly Shard[]): Prepared {
    const key = shards.map(({ sessions }) => sessions).join()
    const known = this.#prepared.get(key)
    if (known) return known
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear()
    const made = { name: `shards_${++prepared}`, text: this.#write(shards) }
    this.#prepared.set(key, made)
    return made
  }
}

/** Whether the worker holds these shards. Shards of the other tables are always on the same worker. */
export const areHere = (shards: readonly Shards[]): string =>
  `(SELECT count(*) FROM pg_dist_placement p JOIN pg_dist_local_group g ON g.groupid = p.groupid
    WHERE p.shardid IN (${shards.map(({ sessions }) => sessions)})) = ${shards.length}`

export const tableNames = (shards: Shards): TableNames =>
  Object.fromEntries(SHARD_TABLES.map((table) => [table, `${table}_${shards[table]}`])) as TableNames
