/** Both storage engines behind one interface, so that each test runs on both. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { createKey } from '../../src/server/workspace/keys.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type PostgresServer, type PostgresServerOptions, startPostgres } from '../setup/postgres.ts'
import {
  mustStart,
  printedKeys,
  type ServiceKeys,
  type ServiceProcess,
  startService,
} from './service_process.ts'

export const ENGINES = ['SQLite', 'PostgreSQL'] as const
export type EngineName = (typeof ENGINES)[number]

type Environment = Readonly<Record<string, string>>

/** A data folder and store on which a service can be started, killed and restarted. */
export interface Installation {
  readonly folder: string
  /** Environment variables that name the store. */
  readonly env: Environment
  start(env?: Environment): Promise<ServiceProcess>
  /** `null` if the process ended before it listened. */
  tryStart(env?: Environment): Promise<ServiceProcess | null>
  /** Starts the service once to get the keys, and stops it. */
  firstKeys(): Promise<ServiceKeys>
  /** Opens the store directly. On SQLite, no service may be running. */
  openStore(): Promise<Store>
  /** A new secret key with the permission `admin`. On SQLite, no service may be running. */
  adminKey(): Promise<string>
  /** Runs a statement, also beside a running service. */
  query<Row>(text: string): Promise<Row[]>
  remove(): Promise<void>
}

export interface Engine {
  readonly name: EngineName
  /** The server, if the engine is PostgreSQL. */
  readonly server: PostgresServer | undefined
  newInstallation(): Promise<Installation>
  stop(): Promise<void>
}

export async function openEngine(name: EngineName, options: PostgresServerOptions = {}): Promise<Engine> {
  const server = name === 'PostgreSQL' ? await startPostgres(options) : undefined
  return {
    name,
    server,
    newInstallation: async () => installationAt(await server?.newDatabase()),
    stop: async () => server?.stop(),
  }
}

/** With `url` on PostgreSQL, otherwise on SQLite in a new folder. */
export async function installationAt(url: string | undefined, givenFolder?: string): Promise<Installation> {
  const folder = givenFolder ?? (await mkdtemp(join(tmpdir(), 'byhand-fault-')))
  const env: Environment = url === undefined ? {} : { BYHAND_STORE: url }
  const installation: Installation = {
    folder,
    env,
    start: (more = {}) => mustStart(folder, { ...env, ...more }),
    tryStart: (more = {}) => startService(folder, { ...env, ...more }),
    async firstKeys() {
      const service = await installation.start()
      const keys = await printedKeys(service)
      await service.kill('SIGTERM')
      return keys
    },
    openStore: () => openStore(url ?? '', folder, { beside: true }),
    async adminKey() {
      const store = await installation.openStore()
      const [workspace] = await store.keys.workspaces()
      const given = {
        workspace: workspace?.id as string,
        kind: 'secret',
        name: 'test',
        scopes: ['admin'],
      } as const
      const { key } = await createKey(store.keys, given, Date.now())
      await store.close()
      return key
    },
    query: async (text) => (url === undefined ? querySqlite(folder, text) : queryPostgres(url, text)),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
  return installation
}

function querySqlite<Row>(folder: string, text: string): Row[] {
  const db = new Sqlite(join(folder, 'byhand.db'), { timeout: 10_000 })
  try {
    const statement = db.prepare(text)
    return (statement.reader ? statement.all() : [statement.run()]) as Row[]
  } finally {
    db.close()
  }
}

async function queryPostgres<Row>(url: string, text: string): Promise<Row[]> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    return (await database.query(text)).rows
  } finally {
    await database.end()
  }
}

/** Runs `act` for each index with several workers; two workers use both cores. */
export async function inParallel(
  workers: number,
  count: number,
  act: (index: number, worker: number) => Promise<void>,
) {
  let next = 0
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (next < count) await act(next++, worker)
    }),
  )
}

/** Long enough for a busy machine, and shorter than the time limit of a test, so that the error says what was missing. */
const PATIENCE_MS = 240_000

export async function until(
  condition: () => boolean | Promise<boolean>,
  found: () => unknown = () => undefined,
): Promise<void> {
  const began = performance.now()
  while (!(await condition())) {
    if (performance.now() - began > PATIENCE_MS)
      throw new Error(`timed out; found: ${JSON.stringify(found())}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
