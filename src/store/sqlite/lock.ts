import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { StoreRefused } from '../store.ts'

/** Long enough for two that start together to see which of them was first. */
const PATIENCE_MS = 500

/**
 * Keeps a second process out of the data folder. The operating system holds the lock for the process and lets go of it
 * when the process dies, however it dies.
 */
export function lockFolder(folder: string): { release(): void } {
  const db = new Sqlite(join(folder, 'lock'), { timeout: PATIENCE_MS })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY') {
      throw new StoreRefused(
        `The data folder ${folder} is in use by another process. Stop it first, or give this one another folder.`,
      )
    }
    throw error
  }
  return { release: () => db.close() }
}
