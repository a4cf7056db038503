/**
 * Distributes the tables over a Citus cluster. Every table that grows is distributed by `bucket`, so that one shard holds
 * all rows of a session or a survey. The few rows that every request needs are in reference tables, which every node has.
 */
import { DESCRIBED } from '../tables.ts'
import type { Queries } from './database.ts'

const namesOf = (isDistributed: boolean): string[] =>
  DESCRIBED.filter(({ bucketFrom }) => (bucketFrom !== null) === isDistributed).map(({ name }) => name)

/** Distributed tables: `bucket` is the first column of the primary key. */
export const DISTRIBUTED_TABLES: readonly string[] = [
  'sessions',
  'batches',
  'reports',
  'session_tags',
  'session_facts',
  'session_pages',
  'session_counts',
  'session_marks',
  'labels',
  'bands',
  ...namesOf(true),
]

export const REFERENCE_TABLES: readonly string[] = ['erased_sessions', ...namesOf(false)]

/** Local tables of the coordinator: no other node needs them. */
export const LOCAL_TABLES = ['migrations', 'rates', 'login_tries', 'challenge_votes', 'used_results'] as const

export async function hasCitus(queries: Queries): Promise<boolean> {
  return (await queries.rows(`SELECT 1 FROM pg_extension WHERE extname = 'citus'`)).length > 0
}

/** Whether any table is not distributed yet. */
export async function isUndistributed(queries: Queries): Promise<boolean> {
  const done = await distributedTables(queries)
  return [...REFERENCE_TABLES, ...DISTRIBUTED_TABLES].some((table) => !done.has(table))
}

/** Requires Citus. Tables that are distributed already are left alone. */
export async function distribute(queries: Queries): Promise<void> {
  const done = await distributedTables(queries)
  for (const table of REFERENCE_TABLES.filter((name) => !done.has(name))) {
    await queries.run(`SELECT create_reference_table('${table}')`)
    await truncateLocal(queries, table)
  }
  for (const table of DISTRIBUTED_TABLES.filter((name) => !done.has(name))) {
    const colocateWith = table === 'sessions' ? 'none' : 'sessions'
    await queries.run(
      `SELECT create_distributed_table('${table}', 'bucket', colocate_with => '${colocateWith}')`,
    )
    await truncateLocal(queries, table)
  }
}

async function distributedTables(queries: Queries): Promise<ReadonlySet<string>> {
  const rows = await queries.rows<{ name: string }>(
    'SELECT logicalrelid::text AS name FROM pg_dist_partition',
  )
  return new Set(rows.map(({ name }) => name))
}

/** Citus copies existing rows to the shards and keeps the local ones, which would outlive an erasure. */
async function truncateLocal(queries: Queries, table: string): Promise<void> {
  await queries.run(`SELECT truncate_local_data_after_distributing_table('${table}')`)
}
