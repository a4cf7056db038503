/**
 * Writes rows into the tables of one server, into distributed tables, or into the shards of one worker. Citus would parse
 * and plan a statement of many rows once for each shard, with all values in its text, which takes far longer than writing.
 */
import type { Queries, Value } from './pool.ts'
import { inBuckets, type PrimaryKey } from './session_key.ts'
import { areHere, ShardStatement, TABLES, type TableNames, tableNames } from './shard_statement.ts'
import { arrayRows, listedRows } from './values.ts'
import type { WorkerShard } from './workers.ts'

/** Writes rows of a statement, and returns the number of changed rows. The bucket is the first column of a row. */
export type WriteRows = (statement: RowsWrite, rows: readonly Value[][]) => Promise<number>

/** `rows`: a query. `isHere`: a condition on the rows of a table with this alias, which Citus needs to find the shards. */
type Write = (tables: TableNames, rows: string, isHere: (alias: string) => string) => string

export class RowsWrite {
  readonly #types: readonly string[]
  readonly #write: Write
  readonly #onShards = new ShardStatement<WorkerShard>((shards) => this.#textOn(shards))

  constructor(types: readonly string[], write: Write) {
    this.#types = types
    this.#write = write
  }

  async onOneServer(queries: Queries, rows: readonly Value[][]): Promise<number> {
    const { text, values } = arrayRows(rows, this.#types)
    return queries.run(this.#write(TABLES, text, NOWHERE_ELSE), values)
  }

  async onCluster(queries: Queries, rows: readonly Value[][]): Promise<number> {
    const { text, values } = listedRows(rows, this.#types)
    const keys = rows as unknown as readonly PrimaryKey[]
    return queries.run(
      this.#write(TABLES, text, (alias) => inBuckets(alias, keys, true)),
      values,
    )
  }

  /** Null: the server does not hold all of these shards. The transaction must be rolled back then. */
  async onShards(
    queries: Queries,
    shards: readonly WorkerShard[],
    rows: readonly Value[][],
  ): Promise<number | null> {
    const { text, name } = this.#onShards.on(shards)
    const { values } = arrayRows(rows, this.#types)
    const [answer] = await queries.rows<{ changes: number; is_here: boolean }>(text, values, name)
    return answer?.is_here ? answer.changes : null
  }

  #textOn(shards: readonly WorkerShard[]): string {
    const columns = this.#types.map((_, index) => `c${index}`)
    const writes = shards.map((shard, index) => {
      const rows = `SELECT * FROM given WHERE c0 IN (${shard.buckets})`
      return `w${index} AS (${this.#write(tableNames(shard), rows, NOWHERE_ELSE)} RETURNING 1)`
    })
    const changes = shards.map((_, index) => `(SELECT count(*) FROM w${index})`)
    return `WITH given (${columns}) AS MATERIALIZED (${arrayRows([], this.#types).text}), ${writes}
      SELECT ${changes.join(' + ')} AS changes, ${areHere(shards)} AS is_here`
  }
}

const NOWHERE_ELSE = () => ''
