import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { StoreRefused } from '../store.ts'

/** Long enough for two that start together to see which of them was first. */
const PATIENCE_MS = 500

/**
 * Keeps a second process out of the data folder. The operating system holds the lock for the process and lets go of it
 * when the process dies, however it dies.
 */
export function lockFolder(folder: string): Lock {
  const lock = tryLock(folder, PATIENCE_MS)
  if (lock) return lock
  throw new StoreRefused(
    `The data folder ${folder} is in use by another process. Stop it first, or give this one another folder.`,
  )
}

export interface Lock {
  release(): void
}

/** Null: another process holds it. */
export function tryLock(folder: string, patienceMs = 0): Lock | null {
  const db = new Sqlite(join(folder, 'lock'), { timeout: patienceMs })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY') return null
    throw error
  }
  return { release: () => db.close() }
}
