import { accessSync, constants, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Database } from 'better-sqlite3'
import { writeBackup } from '../backup/format.ts'
import { type Store, StoreRefused } from '../store.ts'
import { SqliteAccounts } from './accounts.ts'
import { SqliteAudit } from './audit.ts'
import { openForReading, openForWriting } from './connection.ts'
import { dumpSqlite } from './dump.ts'
import { SqliteFacts } from './facts.ts'
import { checkWal } from './file_format/wal_check.ts'
import { checkWhenSmall } from './integrity.ts'
import { SqliteKeys } from './keys.ts'
import { lockFolder, tryLock } from './lock.ts'
import { isCurrent, migrate } from './migrate.ts'
import { reading } from './reading.ts'
import { SqliteSessions } from './sessions.ts'
import { SqliteSurveys } from './surveys.ts'
import { SqliteUploads } from './uploads.ts'
import { SqliteWebhooks } from './webhooks.ts'
import { WriteQueue } from './write_queue.ts'

export interface SqliteOptions {
  readonly folder: string
  /** The disk failed permanently. The process should stop. */
  readonly onFatal?: (reason: Error) => void
  /** A warning that does not prevent the start. */
  readonly onNotice?: (text: string) => void
  /** Opens without the lock, unless the database must be created or migrated first. */
  readonly beside?: boolean
}

export async function openSqlite({
  folder,
  onFatal = () => {},
  onNotice = () => {},
  beside = false,
}: SqliteOptions): Promise<Store> {
  prepareFolder(folder)
  const lock = beside && isCurrent(folder) ? UNLOCKED : lockFolder(folder)
  try {
    if (lock !== UNLOCKED) checkWal(folder, onNotice)
    else checkWalIfUnused(folder, onNotice)
    prepareDatabase(folder, lock !== UNLOCKED)
    const queue = new WriteQueue(folder, onFatal)
    await queue.ready()
    return new SqliteStore(folder, queue, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Creates the folder. A volume that belongs to another user is the usual reason why the service cannot use it. */
function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StoreRefused(
      `The data folder ${resolve(folder)} is not writable by user id ${process.getuid?.()} (${code}). Change its owner, mount it read-write, or set BYHAND_DATA to another folder.`,
    )
  }
}

/** A command on a folder without a running service is the first to open it. A running service has checked it already. */
function checkWalIfUnused(folder: string, onNotice: (text: string) => void): void {
  const lock = tryLock(folder)
  if (!lock) return
  try {
    checkWal(folder, onNotice)
  } finally {
    lock.release()
  }
}

function prepareDatabase(folder: string, isLocked: boolean): void {
  reading(() => {
    const db = openForWriting(folder)
    try {
      migrate(db)
      if (isLocked) checkWhenSmall(db, folder)
    } finally {
      db.close()
    }
  })
}

const UNLOCKED = { release: () => {} }

class SqliteStore implements Store {
  readonly sessions: SqliteSessions
  readonly keys: SqliteKeys
  readonly surveys: SqliteSurveys
  readonly accounts: SqliteAccounts
  readonly facts: SqliteFacts
  readonly audit: SqliteAudit
  readonly webhooks: SqliteWebhooks
  readonly uploads: SqliteUploads
  readonly #folder: string
  readonly #db: Database
  readonly #queue: WriteQueue
  readonly #lock: { release(): void }

  constructor(folder: string, queue: WriteQueue, lock: { release(): void }) {
    const db = openForReading(folder)
    this.#folder = folder
    this.#db = db
    this.#queue = queue
    this.#lock = lock
    this.sessions = new SqliteSessions(db, queue)
    this.keys = new SqliteKeys(db, queue)
    this.surveys = new SqliteSurveys(db, queue)
    this.accounts = new SqliteAccounts(db, queue)
    this.facts = new SqliteFacts(db, queue)
    this.audit = new SqliteAudit(db, queue)
    this.webhooks = new SqliteWebhooks(db, queue)
    this.uploads = new SqliteUploads(db, queue)
  }

  async ping(): Promise<void> {
    reading(() => this.#db.prepare('SELECT commits FROM progress').get())
  }

  async backup(toFile: string): Promise<void> {
    await writeBackup(toFile, dumpSqlite(this.#folder))
  }

  async close(): Promise<void> {
    // Readers first: the last connection to close runs a checkpoint, and only the writer may.
    this.#db.close()
    await this.#queue.close()
    this.#lock.release()
  }
}
