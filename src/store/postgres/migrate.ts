/**
 * Migrates a database to this program's version while other nodes use it. When several nodes start together, one of them
 * migrates and the others wait. No statement waits long for a lock, because later requests would queue behind it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreRefused } from '../errors.ts'
import { distribute, hasCitus, isUndistributed } from './distribute.ts'
import { Contention } from './errors.ts'
import type { Index, Step } from './migrations/step.ts'
import { STEPS } from './migrations/steps.ts'
import { refuseOlderNodes } from './nodes.ts'
import { applicationName, type Queries, withConnection } from './pool.ts'

/** Key of the advisory lock: any number, the same on every node. The node that holds the lock migrates. */
const MIGRATION_LOCK = 0x6279_6861_6e64

/** Polling interval of waiting nodes. A blocking query would hold a snapshot, and CREATE INDEX CONCURRENTLY waits for those. */
const LOCK_POLL_MS = 100

/** Requests queue behind a lock that a migration waits for: this delay is within their own time limits. */
const LOCK_TIMEOUT_MS = 200
const RETRY_FIRST_MS = 200
const RETRY_MAX_MS = 3_000
/** A transaction that locks a table for longer than this was probably left open by mistake. */
const TIMEOUT_MS = 30 * 60_000

export interface MigrateOptions {
  /** Tests pass other steps. */
  readonly steps?: readonly Step[]
  readonly timeoutMs?: number
}

export function migrate(
  url: string,
  { steps = STEPS, timeoutMs = TIMEOUT_MS }: MigrateOptions = {},
): Promise<{ readonly isCluster: boolean }> {
  return withConnection(
    url,
    async (queries) => {
      await refuseOtherEncodings(queries)
      const isCluster = await hasCitus(queries)
      const isCurrent = (await storedSteps(queries, steps)) >= steps.length
      if (isCurrent && !(isCluster && (await isUndistributed(queries)))) return { isCluster }
      await takeLock(queries)
      const deadline = performance.now() + timeoutMs
      await queries.run(
        'CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, name text NOT NULL, needs integer NOT NULL)',
      )
      const from = await storedSteps(queries, steps)
      for (const [index, step] of steps.entries()) {
        if (index >= from) await runStep(queries, step, index + 1, deadline)
      }
      if (isCluster) await distribute(queries)
      return { isCluster }
    },
    applicationName(steps.length),
  )
}

export interface Schema {
  /** The number of steps the database has. */
  readonly stored: number
  /** The step a program must know to work with it. */
  readonly needs: number
}

/** Null: there are no tables yet. */
export async function readSchema(queries: Queries): Promise<Schema | null> {
  const [table] = await queries.rows<{ exists: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  )
  if (!table?.exists) return null
  const [last] = await queries.rows<{ stored: number | null; needs: number }>(
    'SELECT max(number) AS stored, max(needs) AS needs FROM migrations',
  )
  return last?.stored ? { stored: last.stored, needs: last.needs } : null
}

async function storedSteps(queries: Queries, steps: readonly Step[]): Promise<number> {
  const { stored, needs } = (await readSchema(queries)) ?? { stored: 0, needs: 0 }
  if (needs > steps.length) {
    throw new StoreRefused(
      `The database has version ${stored} and requires a version of Byhand that supports database version ${needs}. This one supports version ${steps.length}. Run the newer version of Byhand, or restore a backup.`,
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
    await sleep(LOCK_POLL_MS)
  }
}

async function runStep(queries: Queries, step: Step, number: number, deadline: number): Promise<void> {
  if (step.needs !== undefined) await refuseOlderNodes(queries, step.needs)
  await withRetries(queries, deadline, async () => {
    if (step.sql !== undefined) await queries.run(step.sql)
    // A step with indexes is recorded once they exist; until then its statements may run again.
    if (!step.indexes) await record(queries, step, number)
  })
  if (!step.indexes) return
  for (const index of step.indexes) await createIndex(queries, index)
  await record(queries, step, number)
}

async function record(queries: Queries, { name, needs = 0 }: Step, number: number): Promise<void> {
  await queries.run('INSERT INTO migrations (number, name, needs) VALUES ($1, $2, $3)', [number, name, needs])
}

/** Runs `work` in a transaction; on a lock timeout, pauses so that queued requests get through, and retries. */
async function withRetries(queries: Queries, deadline: number, work: () => Promise<unknown>): Promise<void> {
  for (let pauseMs = RETRY_FIRST_MS; ; pauseMs = Math.min(RETRY_MAX_MS, pauseMs * 2)) {
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
          'The database could not be migrated: an open transaction locks a table. Find it in pg_stat_activity, end it, and migrate again.',
        )
      }
      await sleep(pauseMs * (0.5 + Math.random()))
    }
  }
}

/** Does not block writers. An interrupted build leaves an invalid index, which is dropped first. */
async function createIndex(queries: Queries, { name, on, unique }: Index): Promise<void> {
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
