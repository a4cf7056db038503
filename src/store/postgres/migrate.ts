import { StoreRefused } from '../store.ts'
import { type Queries, withConnection } from './database.ts'
import { STEPS } from './migrations/steps.ts'

/** Any number, the same on every node: whoever holds it is the one that migrates. */
const MIGRATION_LOCK = 0x6279_6861_6e64

/** Brings the database to this version. Of several nodes that start together one works and the others wait for it. */
export function migrate(url: string): Promise<void> {
  return withConnection(url, async (queries) => {
    await refuseOtherEncodings(queries)
    await queries.run('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await queries.run('BEGIN')
    await queries.run(
      'CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, name text NOT NULL)',
    )
    const [last] = await queries.rows<{ number: number | null }>(
      'SELECT max(number) AS number FROM migrations',
    )
    const from = last?.number ?? 0
    if (from > STEPS.length) {
      throw new StoreRefused(
        `The database is of version ${from}, newer than this program's ${STEPS.length}. Run the newer program, or restore a backup.`,
      )
    }
    for (const [index, step] of STEPS.entries()) {
      if (index < from) continue
      await queries.run(step.sql)
      await queries.run('INSERT INTO migrations (number, name) VALUES ($1, $2)', [index + 1, step.name])
    }
    await queries.run('COMMIT')
  })
}

async function refuseOtherEncodings(queries: Queries): Promise<void> {
  const [row] = await queries.rows<{ server_encoding: string }>('SHOW server_encoding')
  if (row?.server_encoding !== 'UTF8') {
    throw new StoreRefused(
      `The database's encoding is ${row?.server_encoding}. Create it with ENCODING 'UTF8'.`,
    )
  }
}
