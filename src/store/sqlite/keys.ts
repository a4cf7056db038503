import type { Database } from 'better-sqlite3'
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
import { statementRunner } from './statement_runner.ts'
import type { WriteQueue } from './write_queue.ts'

export class SqliteKeys extends KeyQueries {
  readonly #queue: WriteQueue

  constructor(db: Database, queue: WriteQueue) {
    super(statementRunner(db, queue))
    this.#queue = queue
  }

  touch(ids: readonly string[], at: number): Promise<void> {
    return this.#queue.write(0, 'touchKeys', ids, at)
  }

  protected changeWorkspace(id: string, change: WorkspaceChange): Promise<void> {
    return this.#queue.write(0, 'changeWorkspace', id, change)
  }

  protected changeKey(workspace: string, id: string, change: KeyChange): Promise<boolean> {
    return this.#queue.write(0, 'changeKey', workspace, id, change)
  }
}

export function keyWrites(db: Database) {
  const workspaceById = db.prepare<[object], RawWorkspace>(WORKSPACE_BY_ID)
  const updateWorkspace = db.prepare(UPDATE_WORKSPACE)
  const liveKey = db.prepare<[object], RawKey>(LIVE_KEY)
  const updateKey = db.prepare(UPDATE_KEY)
  const touch = db.prepare('UPDATE keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?')

  return {
    touchKeys(ids: readonly string[], at: number): void {
      for (const id of ids) touch.run(at, id)
    },

    changeWorkspace(id: string, change: WorkspaceChange): void {
      const held = workspaceById.get({ id })
      if (held) updateWorkspace.run(rawWorkspace({ ...workspaceRow(held), ...change }))
    },

    changeKey(workspace: string, id: string, change: KeyChange): boolean {
      const held = liveKey.get({ workspace, id })
      if (!held) return false
      updateKey.run(rawKey({ ...keyRow(held), ...change }))
      return true
    },
  }
}
