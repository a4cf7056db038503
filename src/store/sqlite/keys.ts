import type { Database } from 'better-sqlite3'
import { type KeyChange, KeyQueries, LIVE_KEY, UPDATE_KEY } from '../queries/key_queries.ts'
import { keyRow, type RawKey, rawKey } from '../rows/key.ts'
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

  protected changeKey(workspace: string, id: string, change: KeyChange): Promise<boolean> {
    return this.#queue.write(0, 'changeKey', workspace, id, change)
  }
}

export function keyWrites(db: Database) {
  const liveKey = db.prepare<[object], RawKey>(LIVE_KEY)
  const updateKey = db.prepare(UPDATE_KEY)
  const touch = db.prepare('UPDATE keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?')

  return {
    touchKeys(ids: readonly string[], at: number): void {
      for (const id of ids) touch.run(at, id)
    },

    changeKey(workspace: string, id: string, change: KeyChange): boolean {
      const held = liveKey.get({ workspace, id })
      if (!held) return false
      updateKey.run(rawKey({ ...keyRow(held), ...change }))
      return true
    },
  }
}
