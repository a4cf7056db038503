/**
 * Distributes the tables over a Citus cluster. Every table that grows is distributed by `bucket`, so that one shard holds
 * all rows of a session or a survey. The few rows that every request needs are in reference tables, which every node has.
 */
import { StoreRefused } from '../store.ts'
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
  'index_hashes',
  ...namesOf(true),
]

export const REFERENCE_TABLES: readonly string[] = ['erased_sessions', ...namesOf(false)]

/** Local tables of the coordinator: no other node needs them. */
export const LOCAL_TABLES = ['migrations', 'rates', 'login_tries', 'challenge_votes', 'used_results'] as const

interface Answer {
  /** `worker1:5432` */
  server: string
  success: boolean
  /** Or the error. */
  result: string
}

/** Runs a statement on every server of a cluster. It must not contain `$all$`. */
export function onAllServers(queries: Queries, statement: string): Promise<Answer[]> {
  return queries.rows<Answer>(
    `SELECT n.nodename || ':' || n.nodeport AS server, r.success, r.result
     FROM run_command_on_all_nodes($all$${statement}$all$) r JOIN pg_dist_node n USING (nodeid) ORDER BY nodeid`,
  )
}

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
  if (!(await isUndistributed(queries))) return
  await refuseUnready(queries)
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

/** One sentence about the cluster; null without Citus. */
export async function describeCluster(queries: Queries): Promise<string | null> {
  if (!(await hasCitus(queries))) return null
  const done = await distributedTables(queries)
  const count = (tables: readonly string[]) => tables.filter((table) => done.has(table)).length
  const [row] = await queries.rows<{ workers: number }>(
    `SELECT count(DISTINCT groupid) AS workers FROM pg_dist_placement JOIN pg_dist_shard USING (shardid)
     WHERE logicalrelid = 'sessions'::regclass`,
  )
  return `${count(DISTRIBUTED_TABLES)} tables are distributed over ${row?.workers === 1 ? 'one worker' : `${row?.workers} workers`}, ${count(REFERENCE_TABLES)} are on every server.`
}

/** Before the first table is distributed: afterwards a part of them would be. */
async function refuseUnready(queries: Queries): Promise<void> {
  const [workers] = await queries.rows<{ count: number }>(
    'SELECT count(*) AS count FROM pg_dist_node WHERE shouldhaveshards AND isactive',
  )
  if (!workers?.count) {
    throw new StoreRefused(
      'The database has the Citus extension, but the cluster has no worker. Add one with citus_add_node, or remove the extension.',
    )
  }
  const servers = await onAllServers(queries, `SELECT extversion FROM pg_extension WHERE extname = 'citus'`)
  const silent = servers.find(({ success }) => !success)
  if (silent) {
    throw new StoreRefused(
      `The coordinator cannot use ${silent.server}: ${silent.result}. Nothing was distributed.`,
    )
  }
  const [first] = servers
  const other = servers.find(({ result }) => result !== first?.result)
  if (first && other) {
    throw new StoreRefused(
      `${other.server} has version ${other.result} of the Citus extension, and ${first.server} has version ${first.result}. Install the same version on every server. Nothing was distributed.`,
    )
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
