import { type KeyChange, KeyQueries, LIVE_KEY, UPDATE_KEY } from '../queries/key_queries.ts'
import { keyRow, type RawKey, rawKey } from '../rows/key.ts'
import type { Database } from './database.ts'
import { statementRunner } from './statement_runner.ts'

export class PostgresKeys extends KeyQueries {
  readonly #db: Database

  constructor(db: Database) {
    super(statementRunner(db))
    this.#db = db
  }

  async touch(ids: readonly string[], at: number): Promise<void> {
    if (ids.length === 0) return
    await this.#db.run(
      'UPDATE keys SET last_used_at = greatest(last_used_at, $1) WHERE id = ANY ($2::text[])',
      [at, ids],
    )
  }

  protected changeKey(workspace: string, id: string, change: KeyChange): Promise<boolean> {
    return this.#db.transaction(async (queries) => {
      const runner = statementRunner(queries)
      const [held] = await runner.rows<RawKey>(`${LIVE_KEY} FOR UPDATE`, { workspace, id })
      if (!held) return false
      await runner.run(UPDATE_KEY, rawKey({ ...keyRow(held), ...change }))
      return true
    })
  }
}
