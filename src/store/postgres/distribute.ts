/**
 * Distributes the tables over a Citus cluster. Every table that grows is distributed by `bucket`, so that one shard holds
 * all rows of a session or a survey. The few rows that every request needs are in reference tables, which every node has.
 */
import { StoreRefused } from '../errors.ts'
import { DESCRIBED } from '../tables.ts'
import type { Queries } from './pool.ts'

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
export const LOCAL_TABLES = ['migrations', 'rates', 'tries', 'challenge_votes', 'used_results'] as const

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

/** Requires Citus. Tables that are distributed already are left alone. Distributes all of the others or none. */
export async function distribute(queries: Queries): Promise<void> {
  if (!(await isUndistributed(queries))) return
  await refuseUnready(queries)
  const done = await distributedTables(queries)
  await queries.run('BEGIN')
  // Within one transaction, Citus can create reference tables and distributed tables only one after the other.
  await queries.run(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`)
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
  await queries.run('COMMIT')
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

/** The oldest version with tests. */
const OLDEST_CITUS = 13
/** 20 for a node, the others for Citus, its shard moves and a standby. */
const FEWEST_CONNECTIONS = 60

const FACTS = `SELECT json_build_object('citus', (SELECT extversion FROM pg_extension WHERE extname = 'citus'),
  'connections', current_setting('max_connections')::integer)::text`

/** One sentence about what prevents the distribution. `expected`: the coordinator's version of Citus. */
function problemOf({ server, success, result }: Answer, expected: string): string | null {
  if (!success)
    return `The coordinator cannot use ${server} (${result.split('\n', 1)}); check that it runs and accepts the coordinator's password.`
  const { citus, connections } = JSON.parse(result) as { citus: string | null; connections: number }
  if (citus === null) return `${server} has no extension citus in this database.`
  if (Number.parseInt(citus, 10) < OLDEST_CITUS)
    return `${server} has Citus ${citus}, but Byhand needs Citus ${OLDEST_CITUS} or later.`
  if (citus !== expected)
    return `${server} has Citus ${citus}, but the coordinator has ${expected}; install the same version on every server.`
  if (connections < FEWEST_CONNECTIONS)
    return `${server} accepts ${connections} connections; set max_connections to at least ${FEWEST_CONNECTIONS}.`
  return null
}

async function refuseUnready(queries: Queries): Promise<void> {
  const [workers] = await queries.rows<{ count: number }>(
    'SELECT count(*) AS count FROM pg_dist_node WHERE shouldhaveshards AND isactive',
  )
  if (!workers?.count) {
    throw new StoreRefused(
      'The database has the Citus extension, but the cluster has no worker. Add one with citus_add_node, or remove the extension.',
    )
  }
  const [own] = await queries.rows<{ version: string }>(
    `SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`,
  )
  for (const answer of await onAllServers(queries, FACTS)) {
    const problem = problemOf(answer, own?.version ?? '')
    if (problem !== null) throw new StoreRefused(`${problem} Nothing was distributed.`)
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
