/**
 * Spreads the tables over the machines of a Citus cluster. Where the extension is not installed nothing happens. Every
 * table that grows goes by its bucket, so that all rows of a session, or of a survey, lie on one machine; the few rows
 * that every request needs lie on all of them.
 */
import type { Queries } from './database.ts'

/** Each with the bucket in front of its primary key. */
export const BY_BUCKET = [
  'sessions',
  'batches',
  'reports',
  'session_tags',
  'session_facts',
  'session_marks',
  'labels',
  'analyses',
  'answers',
  'bands',
  'surveys',
  'questions',
  'idempotency',
  'devices',
  'audit',
  'deliveries',
  'uploads',
] as const

export const EVERYWHERE = [
  'workspaces',
  'keys',
  'secrets',
  'members',
  'memberships',
  'links',
  'logins',
  'totp',
  'webhooks',
] as const

/** Stay where the nodes connect: nothing of them is needed on another machine. */
export const STAYING = ['migrations'] as const

/** Gives how many tables are still to be spread: `look` changes nothing, `do` leaves none. */
export async function distribute(queries: Queries, mode: 'look' | 'do'): Promise<number> {
  const [citus] = await queries.rows<{ there: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') AS there`,
  )
  if (!citus?.there) return 0
  const done = await queries.rows<{ name: string }>(
    'SELECT logicalrelid::text AS name FROM pg_dist_partition',
  )
  const spread = new Set(done.map(({ name }) => name))
  const everywhere = EVERYWHERE.filter((table) => !spread.has(table))
  const byBucket = BY_BUCKET.filter((table) => !spread.has(table))
  if (mode === 'look') return everywhere.length + byBucket.length
  for (const table of everywhere) {
    await queries.run(`SELECT create_reference_table('${table}')`)
    await forgetLocal(queries, table)
  }
  for (const table of byBucket) {
    const beside = table === 'sessions' ? 'none' : 'sessions'
    await queries.run(`SELECT create_distributed_table('${table}', 'bucket', colocate_with => '${beside}')`)
    await forgetLocal(queries, table)
  }
  return 0
}

/** Rows that were here before are copied to where they belong; without this the first copy would outlive an erasure. */
async function forgetLocal(queries: Queries, table: string): Promise<void> {
  await queries.run(`SELECT truncate_local_data_after_distributing_table('${table}')`)
}
