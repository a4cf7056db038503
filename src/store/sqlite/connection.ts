import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { StoreDamaged, StoreUnavailable } from '../errors.ts'
import { createPrivately } from './data_folder.ts'

const BUSY_TIMEOUT_MS = 5_000
/** Requests wait meanwhile, so a checkpoint that a reader blocks is retried later. */
const CHECKPOINT_TIMEOUT_MS = 50

export const databaseFile = (folder: string): string => join(folder, 'byhand.db')

/** The only connection that writes. A commit returns after fsync; deleted content is overwritten with zeros. */
export function openForWriting(folder: string): Database {
  createPrivately(databaseFile(folder))
  const db = new Sqlite(databaseFile(folder), { timeout: BUSY_TIMEOUT_MS })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('secure_delete = ON')
  db.pragma('foreign_keys = ON')
  // The group commit runs checkpoints itself, so that no request waits for one inside its own commit.
  db.pragma('wal_autocheckpoint = 0')
  // After a burst, the next checkpoint shrinks the log to this size.
  db.pragma(`journal_size_limit = ${16 * 1024 * 1024}`)
  return db
}

export function openForReading(folder: string): Database {
  return new Sqlite(databaseFile(folder), { readonly: true, timeout: BUSY_TIMEOUT_MS })
}

/** Moves the write-ahead log into the database and truncates it. Throws StoreUnavailable when a reader blocks it. */
export function checkpoint(db: Database): void {
  db.pragma(`busy_timeout = ${CHECKPOINT_TIMEOUT_MS}`)
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    if (result?.busy !== 0) throw new StoreUnavailable('the write-ahead log is in use')
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

/** Converts an error of SQLite into an error of the store. */
export function translated(error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error
  if (isDamaged(error.code)) return new StoreDamaged(`the database file is damaged: ${error.message}`)
  if (isUnavailable(error.code)) return new StoreUnavailable(`the database cannot be used: ${error.message}`)
  return error
}

export function isDamaged(code: string): boolean {
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'
}

const UNAVAILABLE =
  /^SQLITE_(FULL|IOERR|BUSY|LOCKED|CANTOPEN|READONLY|NOMEM|PROTOCOL|PERM|AUTH|INTERRUPT|NOLFS|INTERNAL)/

/** A fault of the machine, not of the request: the whole transaction is lost. */
export function isUnavailable(code: string): boolean {
  return UNAVAILABLE.test(code)
}
