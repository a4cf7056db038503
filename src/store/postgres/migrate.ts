/**
 * Brings a database to this program's version while others use it. Of several nodes that start together one works and
 * the others wait for it. No statement waits long for a lock, because everyone who came later would wait behind it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreRefused } from '../store.ts'
import { type Queries, withConnection } from './database.ts'
import { distribute, hasCitus, isUnspread } from './distribute.ts'
import type { Index, Step } from './migrations/step.ts'
import { STEPS } from './migrations/steps.ts'
import { applicationName, refuseOlderNodes } from './nodes.ts'
import { Contention } from './trouble.ts'

/** Any number, the same on every node: whoever holds it is the one that migrates. */
const MIGRATION_LOCK = 0x6279_6861_6e64

/** How often a node that waits asks again. A query that waited would hold a snapshot, for which an index build waits. */
const ASK_AGAIN_MS = 100

/** Requests behind a lock that is waited for wait as long: this much is within what any of them can bear. */
const LOCK_TIMEOUT_MS = 200
const RETRY_FIRST_MS = 200
const RETRY_MOST_MS = 3_000
/** A transaction that holds a table for longer than this has been forgotten by somebody. */
const PATIENCE_MS = 30 * 60_000

export interface MigrateOptions {
  /** Other steps in tests. */
  readonly steps?: readonly Step[]
  readonly patienceMs?: number
}

export function migrate(
  url: string,
  { steps = STEPS, patienceMs = PATIENCE_MS }: MigrateOptions = {},
): Promise<{ readonly isCluster: boolean }> {
  return withConnection(
    url,
    async (queries) => {
      await refuseOtherEncodings(queries)
      const isCluster = await hasCitus(queries)
      const isCurrent = (await storedSteps(queries, steps)) >= steps.length
      if (isCurrent && !(isCluster && (await isUnspread(queries)))) return { isCluster }
      await takeLock(queries)
      const deadline = performance.now() + patienceMs
      await prepareTable(queries, deadline)
      const from = await storedSteps(queries, steps)
      for (const [index, step] of steps.entries()) {
        if (index >= from) await take(queries, step, index + 1, deadline)
      }
      if (isCluster) await distribute(queries)
      return { isCluster }
    },
    applicationName(steps.length),
  )
}

export interface Schema {
  /** How many steps the database has taken. */
  readonly stored: number
  /** The step a program must know to work with it. */
  readonly needs: number
}

/** Null: there are no tables yet. */
export async function readSchema(queries: Queries): Promise<Schema | null> {
  const [table] = await queries.rows<{ there: boolean; tells: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS there, EXISTS (SELECT 1 FROM pg_attribute
       WHERE attrelid = to_regclass('migrations') AND attname = 'needs') AS tells`,
  )
  if (!table?.there) return null
  const [last] = await queries.rows<{ stored: number | null; needs: number | null }>(
    `SELECT max(number) AS stored, max(${table.tells ? 'coalesce(needs, number)' : 'number'}) AS needs FROM migrations`,
  )
  return last?.stored ? { stored: last.stored, needs: last.needs ?? 0 } : null
}

async function storedSteps(queries: Queries, steps: readonly Step[]): Promise<number> {
  const { stored, needs } = (await readSchema(queries)) ?? { stored: 0, needs: 0 }
  if (needs > steps.length) {
    throw new StoreRefused(
      `The database is of version ${stored}, newer than this program's ${steps.length}, and needs a program that knows version ${needs}. Run the newer program, or restore a backup.`,
    )
  }
  return stored
}

async function takeLock(queries: Queries): Promise<void> {
  for (;;) {
    const [row] = await queries.rows<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      MIGRATION_LOCK,
    ])
    if (row?.taken) return
    await sleep(ASK_AGAIN_MS)
  }
}

async function prepareTable(queries: Queries, deadline: number): Promise<void> {
  await queries.run(
    'CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, name text NOT NULL, needs integer)',
  )
  const told = await queries.rows(
    `SELECT 1 FROM pg_attribute WHERE attrelid = 'migrations'::regclass AND attname = 'needs'`,
  )
  if (told.length > 0) return
  await unhindered(queries, deadline, () => queries.run('ALTER TABLE migrations ADD COLUMN needs integer'))
}

async function take(queries: Queries, step: Step, number: number, deadline: number): Promise<void> {
  if (step.needs !== undefined) await refuseOlderNodes(queries, step.needs)
  await unhindered(queries, deadline, async () => {
    if (step.sql !== undefined) await queries.run(step.sql)
    // With indexes to come, the step is noted once they are there; its statements must then bear repetition.
    if (!step.indexes) await note(queries, step, number)
  })
  if (!step.indexes) return
  for (const index of step.indexes) await makeIndex(queries, index)
  await note(queries, step, number)
}

async function note(queries: Queries, { name, needs }: Step, number: number): Promise<void> {
  // The first steps are as old as the table: nobody knew of less.
  await queries.run('INSERT INTO migrations (number, name, needs) VALUES ($1, $2, $3)', [
    number,
    name,
    needs ?? 0,
  ])
}

/** In a transaction, tried again with pauses in which everyone else gets through, until the tables are free for a moment. */
async function unhindered(queries: Queries, deadline: number, work: () => Promise<unknown>): Promise<void> {
  for (let pauseMs = RETRY_FIRST_MS; ; pauseMs = Math.min(RETRY_MOST_MS, pauseMs * 2)) {
    try {
      await queries.run('BEGIN')
      await queries.run(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await work()
      await queries.run('COMMIT')
      return
    } catch (error) {
      if (!(error instanceof Contention)) throw error
      await queries.run('ROLLBACK')
      if (performance.now() + pauseMs > deadline) {
        throw new StoreRefused(
          'The database could not be migrated: a table is held by a transaction that does not end. Find it in pg_stat_activity, end it, and migrate again.',
        )
      }
      await sleep(pauseMs * (0.5 + Math.random()))
    }
  }
}

/** Writers go on meanwhile. What an attempt that broke off left behind is not usable, and goes first. */
async function makeIndex(queries: Queries, { name, on, unique }: Index): Promise<void> {
  const [held] = await queries.rows<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  )
  if (held?.valid) return
  if (held) await queries.run(`DROP INDEX CONCURRENTLY ${name}`)
  await queries.run(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ON ${on}`)
}

async function refuseOtherEncodings(queries: Queries): Promise<void> {
  const [row] = await queries.rows<{ server_encoding: string }>('SHOW server_encoding')
  if (row?.server_encoding !== 'UTF8') {
    throw new StoreRefused(
      `The database's encoding is ${row?.server_encoding}. Create it with ENCODING 'UTF8'.`,
    )
  }
}
