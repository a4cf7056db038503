import { statfs } from 'node:fs/promises'
import type { Database } from 'better-sqlite3'
import { writeBackup } from '../backup/format.ts'
import { StoreUnavailable } from '../errors.ts'
import { QueryStores } from '../queries/query_stores.ts'
import type { Store } from '../store.ts'
import { WriteHealth } from '../write_health.ts'
import { openForReading, openForWriting } from './connection.ts'
import { prepareFolder } from './data_folder.ts'
import { dumpSqlite } from './dump.ts'
import { SqliteFacts } from './facts.ts'
import { checkWal } from './file_format/wal_check.ts'
import { checkWhenSmall } from './integrity.ts'
import { lockFolder, tryLock } from './lock.ts'
import { isCurrent, migrate } from './migrate.ts'
import { reading } from './reading.ts'
import { SqliteSessions } from './sessions.ts'
import { statementRunner } from './statement_runner.ts'
import { SqliteSurveys } from './surveys.ts'
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
  prepareFolder(folder, onNotice)
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

/** With less, a batch may not fit, although a smaller write does. */
const LEAST_FREE_BYTES = 1024 * 1024

const UNLOCKED = { release: () => {} }

class SqliteStore extends QueryStores implements Store {
  readonly sessions: SqliteSessions
  readonly surveys: SqliteSurveys
  readonly facts: SqliteFacts
  readonly #folder: string
  readonly #db: Database
  readonly #queue: WriteQueue
  readonly #health: WriteHealth
  readonly #lock: { release(): void }

  constructor(folder: string, queue: WriteQueue, lock: { release(): void }) {
    const db = openForReading(folder)
    super(statementRunner(db, queue))
    this.#folder = folder
    this.#db = db
    this.#queue = queue
    this.#lock = lock
    // Even a request that changes nothing is a transaction that ends with an fsync.
    this.#health = new WriteHealth(() => queue.write(0, 'execute', 'SELECT 1', {}))
    this.sessions = new SqliteSessions(db, queue, this.#health)
    this.surveys = new SqliteSurveys(db, queue)
    this.facts = new SqliteFacts(db, queue)
  }

  async ping(): Promise<void> {
    reading(() => this.#db.prepare('SELECT commits FROM progress').get())
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize < LEAST_FREE_BYTES) throw new StoreUnavailable('the disk is full')
    await this.#health.check()
  }

  clearErased(): Promise<void> {
    return this.#queue.vacuum()
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
