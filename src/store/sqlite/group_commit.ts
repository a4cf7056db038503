/** Commits many requests in one transaction with one fsync, and reopens the database after disk errors. */
import { statSync } from 'node:fs'
import Sqlite, { type Database, type Statement } from 'better-sqlite3'
import { StoreDamaged, StoreUnavailable } from '../errors.ts'
import { checkpoint, databaseFile, isUnavailable, openForWriting, translated } from './connection.ts'
import type { WriteAnswer, WriteRequest } from './write_message.ts'
import { ERASING, type WriteName, type Writes, writes } from './writes.ts'

/** Pages of the write-ahead log that trigger a checkpoint: 16 MB. */
const CHECKPOINT_PAGES = 4_000
/** Requests between two checks of the log size. Each adds a few pages. */
const REQUESTS_BETWEEN_CHECKS = 500

/** A checkpoint after an erasure that a reader blocked, such as a backup, is retried after this time. */
const RETRY_CHECKPOINT_MS = 1_000
/** Writes wait for a VACUUM, and are rejected after 4.5 seconds. On a busy machine, twice this size takes about as long. */
const MAX_VACUUM_BYTES = 100_000_000

/** After this many failed attempts in a row, the store gives up. */
const MAX_REOPENINGS = 5
const REOPEN_AFTER_MS = 1_000

interface Connection {
  readonly db: Database
  readonly writes: Writes
  readonly begin: Statement
  readonly commit: Statement
  readonly rollback: Statement
  readonly savepoint: Statement
  readonly release: Statement
  readonly undo: Statement
  readonly count: Statement
  /** Changes when another process wrote to the database (a command beside the service). */
  readonly dataVersion: Statement<[], number>
}

export class GroupCommit {
  readonly #folder: string
  readonly #onFatal: (reason: string) => void
  #connection: Connection | null
  /** Acknowledged transactions so far: a reopened database must contain them all. */
  #commits: number
  #reason = ''
  /** Requests since the last check of the log size. */
  #unchecked = 0
  #reopenings = 0
  #reopening: NodeJS.Timeout | undefined
  #seenVersion: number | undefined
  #clearing: NodeJS.Timeout | undefined

  constructor(folder: string, onFatal: (reason: string) => void) {
    this.#folder = folder
    this.#onFatal = onFatal
    this.#connection = connect(folder)
    this.#commits = commits(this.#connection.db)
    if (hasErased(this.#connection.db)) this.#clearLog()
  }

  run(group: readonly WriteRequest[]): WriteAnswer[] {
    const connection = this.#connection
    if (!connection) return refused(group, this.#reason)
    try {
      const answers = this.#attempt(connection, group)
      if (group.some(({ name }) => ERASING.has(name))) this.#clearLog()
      return answers
    } catch (error) {
      return refused(group, this.#lost(connection, error))
    }
  }

  /** Runs a checkpoint when the log is long. Called after the answers are sent. */
  checkpointIfNeeded(): void {
    const connection = this.#connection
    if (!connection || this.#unchecked < REQUESTS_BETWEEN_CHECKS) return
    this.#unchecked = 0
    try {
      const [log] = connection.db.pragma('wal_checkpoint(NOOP)') as { log: number }[]
      if (log && log.log > CHECKPOINT_PAGES) connection.db.pragma('wal_checkpoint(PASSIVE)')
    } catch (error) {
      if (!isTransient(error)) this.#abandon(connection.db, `the checkpoint failed: ${error}`)
    }
  }

  /** Removes erased bytes that SQLite copied when it split a page. Does nothing in a file that would block writes too long. */
  vacuum(): void {
    const db = this.#connection?.db
    if (!db || !hasErased(db) || statSync(databaseFile(this.#folder)).size > MAX_VACUUM_BYTES) return
    db.exec('VACUUM')
    db.exec('UPDATE progress SET erased = 0')
    this.#clearLog()
  }

  close(): void {
    clearTimeout(this.#reopening)
    clearTimeout(this.#clearing)
    this.#connection?.db.close()
    this.#connection = null
    this.#reason = 'the store is closed'
  }

  /** The write-ahead log contains erased bytes until it is truncated. */
  #clearLog(): void {
    clearTimeout(this.#clearing)
    if (!this.#connection) return
    try {
      checkpoint(this.#connection.db)
    } catch {
      this.#clearing = setTimeout(() => this.#clearLog(), RETRY_CHECKPOINT_MS)
    }
  }

  #begin({ begin, dataVersion, writes }: Connection): void {
    begin.run()
    const version = dataVersion.get()
    if (version === this.#seenVersion) return
    this.#seenVersion = version
    writes.forgetSessions()
  }

  #attempt(connection: Connection, group: readonly WriteRequest[]): WriteAnswer[] {
    connection.writes.expectGroup(group.length)
    this.#begin(connection)
    let answers = runWithoutSavepoints(connection, group)
    if (!answers) {
      this.#begin(connection)
      answers = runWithSavepoints(connection, group)
    }
    connection.count.run(group.some(({ name }) => ERASING.has(name)) ? 1 : 0)
    connection.commit.run()
    this.#commits++
    this.#unchecked += group.length
    return answers
  }

  /** Nothing of the group is on disk. After a full disk the connection stays usable; after any other error it is replaced. */
  #lost({ db, rollback, writes }: Connection, error: unknown): string {
    const reason = `the database cannot be written: ${error instanceof Error ? error.message : error}`
    try {
      writes.forgetSessions()
      if (db.inTransaction) rollback.run()
      if (isTransient(error)) return reason
    } catch {
      // Closing the connection rolls back as well.
    }
    this.#abandon(db, reason)
    return reason
  }

  #abandon(db: Database, reason: string): void {
    this.#connection = null
    this.#reason = reason
    try {
      db.close()
    } catch {
      // The connection is not used again.
    }
    this.#reopen()
  }

  /** Accepts writes again only after a new connection has shown that all acknowledged transactions exist. */
  #reopen(): void {
    let db: Database | null = null
    try {
      const connection = connect(this.#folder)
      db = connection.db
      checkpoint(db)
      const found = commits(db)
      if (found < this.#commits)
        throw new StoreDamaged(`${this.#commits - found} acknowledged writes are missing`)
      this.#connection = connection
      this.#reopenings = 0
      if (hasErased(db)) this.#clearLog()
    } catch (error) {
      db?.close()
      this.#reason = `the database cannot be reopened: ${error instanceof Error ? error.message : error}`
      if (!isTransient(error)) this.#reopenings++
      if (this.#reopenings < MAX_REOPENINGS)
        this.#reopening = setTimeout(() => this.#reopen(), REOPEN_AFTER_MS)
      else this.#onFatal(this.#reason)
    }
  }
}

/** The common case: every request succeeds, so none needs a savepoint. Null: one failed. */
function runWithoutSavepoints(
  { db, rollback, writes }: Connection,
  group: readonly WriteRequest[],
): WriteAnswer[] | null {
  try {
    return group.map((request) => ({ id: request.id, value: call(writes, request) }))
  } catch (error) {
    if (isFatalToGroup(db, error)) throw error
    rollback.run()
    writes.forgetSessions()
    return null
  }
}

/** One bad request does not fail the others. */
function runWithSavepoints(connection: Connection, group: readonly WriteRequest[]): WriteAnswer[] {
  return group.map((request) => {
    connection.savepoint.run()
    try {
      const value = call(connection.writes, request)
      connection.release.run()
      return { id: request.id, value }
    } catch (error) {
      if (isFatalToGroup(connection.db, error)) throw error
      connection.undo.run()
      connection.release.run()
      connection.writes.forgetSessions()
      return failed(request.id, translated(error))
    }
  })
}

function call(writes: Writes, { name, args }: WriteRequest): unknown {
  return (writes[name as WriteName] as (...args: readonly unknown[]) => unknown)(...args)
}

function isFatalToGroup(db: Database, error: unknown): boolean {
  return !db.inTransaction || (error instanceof Sqlite.SqliteError && isUnavailable(error.code))
}

function failed(id: number, error: unknown): WriteAnswer {
  const kind =
    error instanceof StoreDamaged ? 'damaged' : error instanceof StoreUnavailable ? 'unavailable' : 'error'
  return { id, fault: error instanceof Error ? error.message : String(error), kind }
}

function refused(group: readonly WriteRequest[], fault: string): WriteAnswer[] {
  return group.map(({ id }) => ({ id, fault, kind: 'unavailable' }))
}

function connect(folder: string): Connection {
  const db = openForWriting(folder)
  return {
    db,
    writes: writes(db),
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    rollback: db.prepare('ROLLBACK'),
    savepoint: db.prepare('SAVEPOINT request'),
    release: db.prepare('RELEASE request'),
    undo: db.prepare('ROLLBACK TO request'),
    count: db.prepare('UPDATE progress SET commits = commits + 1, erased = max(erased, ?)'),
    dataVersion: db.prepare<[], number>('PRAGMA data_version').pluck(),
  }
}

function hasErased(db: Database): boolean {
  return db.prepare<[], number>('SELECT erased FROM progress').pluck().get() === 1
}

function commits(db: Database): number {
  return db.prepare<[], number>('SELECT commits FROM progress').pluck().get() ?? 0
}

/** The file itself is fine: the disk is full, or another process holds a lock. */
function isTransient(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true
  return error instanceof Sqlite.SqliteError && /^SQLITE_(FULL|BUSY)/.test(error.code)
}
