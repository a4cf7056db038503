import {
  type KeyChange,
  KeyQueries,
  LIVE_KEY,
  UPDATE_KEY,
  UPDATE_WORKSPACE,
  WORKSPACE_BY_ID,
  type WorkspaceChange,
} from '../queries/key_queries.ts'
import { keyRow, type RawKey, type RawWorkspace, rawKey, rawWorkspace, workspaceRow } from '../rows/key.ts'
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

  protected changeWorkspace(id: string, change: WorkspaceChange): Promise<void> {
    return this.#db.transaction(async (queries) => {
      const runner = statementRunner(queries)
      const [held] = await runner.rows<RawWorkspace>(`${WORKSPACE_BY_ID} FOR UPDATE`, { id })
      if (held) await runner.run(UPDATE_WORKSPACE, rawWorkspace({ ...workspaceRow(held), ...change }))
    })
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
