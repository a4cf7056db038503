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
export const STAYING = ['migrations', 'rates', 'login_tries'] as const

export async function hasCitus(queries: Queries): Promise<boolean> {
  return (await queries.rows(`SELECT 1 FROM pg_extension WHERE extname = 'citus'`)).length > 0
}

/** Whether a table is still in one place. */
export async function isUnspread(queries: Queries): Promise<boolean> {
  const spread = await spreadTables(queries)
  return [...EVERYWHERE, ...BY_BUCKET].some((table) => !spread.has(table))
}

/** Only of a database with Citus. What is spread already stays as it is. */
export async function distribute(queries: Queries): Promise<void> {
  const spread = await spreadTables(queries)
  for (const table of EVERYWHERE.filter((name) => !spread.has(name))) {
    await queries.run(`SELECT create_reference_table('${table}')`)
    await forgetLocal(queries, table)
  }
  for (const table of BY_BUCKET.filter((name) => !spread.has(name))) {
    const beside = table === 'sessions' ? 'none' : 'sessions'
    await queries.run(`SELECT create_distributed_table('${table}', 'bucket', colocate_with => '${beside}')`)
    await forgetLocal(queries, table)
  }
}

async function spreadTables(queries: Queries): Promise<ReadonlySet<string>> {
  const rows = await queries.rows<{ name: string }>(
    'SELECT logicalrelid::text AS name FROM pg_dist_partition',
  )
  return new Set(rows.map(({ name }) => name))
}

/** Rows that were here before are copied to where they belong; without this the first copy would outlive an erasure. */
async function forgetLocal(queries: Queries, table: string): Promise<void> {
  await queries.run(`SELECT truncate_local_data_after_distributing_table('${table}')`)
}
