import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { StoreDamaged, StoreUnavailable } from '../store.ts'

const BUSY_TIMEOUT_MS = 5_000
/** Requests are waiting meanwhile: better to come back than to wait long for a backup to end. */
const WRITE_BACK_PATIENCE_MS = 50

export const databaseFile = (folder: string): string => join(folder, 'byhand.db')

/** The one connection that writes. A commit returns after fsync; what is deleted is overwritten with zeros. */
export function openForWriting(folder: string): Database {
  const db = new Sqlite(databaseFile(folder), { timeout: BUSY_TIMEOUT_MS })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('secure_delete = ON')
  db.pragma('foreign_keys = ON')
  // The group commit decides when to write back, so that no request waits for it inside its own commit.
  db.pragma('wal_autocheckpoint = 0')
  // A burst leaves a long log behind; once written back, the file shrinks to this again.
  db.pragma(`journal_size_limit = ${16 * 1024 * 1024}`)
  return db
}

export function openForReading(folder: string): Database {
  return new Sqlite(databaseFile(folder), { readonly: true, timeout: BUSY_TIMEOUT_MS })
}

/** Everything from the write-ahead log into the database, and the log cut to nothing. A reader may be in the way. */
export function writeBack(db: Database): void {
  db.pragma(`busy_timeout = ${WRITE_BACK_PATIENCE_MS}`)
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    if (result?.busy !== 0) throw new StoreUnavailable('the write-ahead log is in use')
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

/** The engine's error in the store's words. */
export function translated(error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error
  if (isDamage(error.code)) return new StoreDamaged(`the database file is damaged: ${error.message}`)
  if (isTrouble(error.code)) return new StoreUnavailable(`the database cannot be used: ${error.message}`)
  return error
}

export function isDamage(code: string): boolean {
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'
}

const TROUBLE =
  /^SQLITE_(FULL|IOERR|BUSY|LOCKED|CANTOPEN|READONLY|NOMEM|PROTOCOL|PERM|AUTH|INTERRUPT|NOLFS|INTERNAL)/

/** The machine's fault, not the request's: the whole transaction is lost with it. */
export function isTrouble(code: string): boolean {
  return TROUBLE.test(code)
}
