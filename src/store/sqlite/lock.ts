import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { StoreRefused } from '../store.ts'

/** Two processes that start together wait this long for each other. */
const TIMEOUT_MS = 500

/**
 * Keeps a second process out of the data folder. The operating system releases the lock when the process ends, also after
 * a crash.
 */
export function lockFolder(folder: string): Lock {
  const lock = tryLock(folder, TIMEOUT_MS)
  if (lock) return lock
  throw new StoreRefused(
    `The data folder ${folder} is in use by another process. Stop it first, or give this one another folder.`,
  )
}

export interface Lock {
  release(): void
}

/** Null: another process holds it. */
export function tryLock(folder: string, timeoutMs = 0): Lock | null {
  const db = new Sqlite(join(folder, 'lock'), { timeout: timeoutMs })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY') return null
    throw error
  }
  return { release: () => db.close() }
}
