import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { StoreRefused } from '../errors.ts'
import { createPrivately } from './data_folder.ts'

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
    `The data folder ${folder} is in use by another process. Stop it first, or set BYHAND_DATA to another folder.`,
  )
}

export interface Lock {
  release(): void
}

/** Null: another process holds it. */
export function tryLock(folder: string, timeoutMs = 0): Lock | null {
  const file = join(folder, 'lock')
  let db: Database | undefined
  try {
    createPrivately(file)
    db = new Sqlite(file, { timeout: timeoutMs })
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db?.close()
    if (!(error instanceof Sqlite.SqliteError)) throw error
    if (error.code === 'SQLITE_BUSY') return null
    throw new StoreRefused(
      `The file ${file} cannot be locked: ${error.message}. Check who owns the files in the data folder.`,
    )
  }
  const held = db
  return { release: () => held.close() }
}
