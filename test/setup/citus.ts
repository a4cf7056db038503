/**
 * Starts a Citus cluster for tests: a coordinator and two workers, each a PostgreSQL server with the extension. Debian has
 * no package of it, so `CITUS_BIN` names the folder of a build. As in production, the servers use passwords, TLS (which the
 * extension enables), fsync and the default number of shards.
 */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type PostgresServer, startPostgres } from './postgres.ts'

const WORKERS = 2
const PASSWORD = 'secret'
/** The default of Citus. */
export const SHARDS = 32

export interface CitusCluster {
  /** The address of an empty database on the coordinator. */
  newDatabase(options?: { readonly distribute?: boolean }): Promise<string>
  /** Turns a plain database into a cluster. */
  distribute(url: string): Promise<void>
  /** The same database on each worker. */
  onWorkers(url: string): readonly string[]
  readonly workers: readonly PostgresServer[]
  /** Adds an empty worker to the cluster of this database; returns its address. */
  addWorker(url: string): Promise<string>
  stop(): Promise<void>
}

export async function startCitus(): Promise<CitusCluster> {
  const binaries = findCitusBuild()
  const settings = {
    shared_preload_libraries: 'citus',
    max_connections: '300',
    max_prepared_transactions: '300',
    // Citus starts a maintenance process for every database.
    max_worker_processes: '64',
    // Citus moves shards by logical replication.
    wal_level: 'logical',
    max_replication_slots: '40',
    max_wal_senders: '40',
    max_logical_replication_workers: '20',
  }
  // The servers connect to each other with this password, and with no certificate of the user who runs the tests.
  const environment = { PGPASSWORD: PASSWORD, HOME: tmpdir() }
  const start = () => startPostgres({ settings, binaries, password: PASSWORD, environment })
  const [coordinator, ...workers] = await Promise.all(Array.from({ length: WORKERS + 1 }, start))
  const servers = [coordinator as PostgresServer, ...workers]
  const onWorkers = (url: string) => workers.map((worker) => sameDatabase(worker.url, url))
  const port = (address: string) => new URL(address).port
  async function distribute(url: string): Promise<void> {
    for (const server of [url, ...onWorkers(url)]) await statements(server, ['CREATE EXTENSION citus'])
    await statements(url, [
      `SELECT citus_set_coordinator_host('127.0.0.1', ${port(url)})`,
      ...onWorkers(url).map((worker) => `SELECT citus_add_node('127.0.0.1', ${port(worker)})`),
    ])
  }
  return {
    workers,
    onWorkers,
    async newDatabase({ distribute: atOnce = true } = {}) {
      const [url] = (await Promise.all(servers.map((server) => server.newDatabase()))) as [string]
      if (atOnce) await distribute(url)
      return url
    },
    distribute,
    async addWorker(url) {
      const server = await start()
      servers.push(server)
      const added = sameDatabase(server.url, url)
      // Each server numbers its own databases, so this creates databases up to the same number.
      for (let made = server.url; made !== added; ) made = await server.newDatabase()
      await statements(added, ['CREATE EXTENSION citus'])
      await statements(url, [`SELECT citus_add_node('127.0.0.1', ${port(added)})`])
      return added
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

/** The folder of `postgres`, `initdb` and `pg_config` of a PostgreSQL build with Citus. */
export function findCitusBuild(): string {
  const folder = process.env.CITUS_BIN
  if (!folder)
    throw new Error(
      'These tests need Citus: set CITUS_BIN to the bin folder of a PostgreSQL build with Citus.',
    )
  if (!existsSync(join(folder, 'postgres'))) throw new Error(`CITUS_BIN: there is no postgres in ${folder}`)
  return folder
}

function sameDatabase(server: string, url: string): string {
  const address = new URL(server)
  address.pathname = new URL(url).pathname
  return address.href
}

async function statements(url: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}
