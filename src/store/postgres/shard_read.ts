/** Reads shards. In the same snapshot, the worker checks that it still holds them. */
import type { Queries, Value } from './pool.ts'
import { areHere, ShardStatement, type TableNames, tableNames } from './shard_statement.ts'
import type { Shards } from './workers.ts'

export class ShardRead {
  readonly #statement: ShardStatement

  /** `write`: the statement for these shards. Its rows come in any order. */
  constructor(write: (shards: readonly TableNames[]) => string) {
    this.#statement = new ShardStatement(
      (shards) => `SELECT f.* FROM (SELECT WHERE ${areHere(shards)}) here
        LEFT JOIN (SELECT true AS is_row, q.* FROM (${write(shards.map(tableNames))}) q) f ON true`,
    )
  }

  /** Null: the server does not hold all of these shards. */
  async rows<Row>(
    queries: Queries,
    shards: readonly Shards[],
    values: readonly Value[],
  ): Promise<Row[] | null> {
    const { text, name } = this.#statement.on(shards)
    const rows = await queries.rows<Row & { is_row: true | null }>(text, values, name)
    return rows.length === 0 ? null : rows.filter(({ is_row }) => is_row)
  }
}
