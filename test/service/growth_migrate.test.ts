/** Migrations to a new schema while nodes of the old version are running: no request is refused. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DISTRIBUTED_TABLES, LOCAL_TABLES, REFERENCE_TABLES } from '../../src/store/postgres/distribute.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import type { Step } from '../../src/store/postgres/migrations/step.ts'
import { STEPS } from '../../src/store/postgres/migrations/steps.ts'
import { sessions } from '../../src/store/sessions.ts'
import { storeVersion } from '../../src/store/version.ts'
import { mustStart, printedKeys, type ServiceKeys, type ServiceProcess } from '../faults/service_process.ts'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { byhand } from './command.ts'
import { lookFor, makeBalancer, type Visit, visit } from './growth_client.ts'

const ROWS = 150_000
/** Longer than a request waits for the database; a request that queues for so long is refused. */
const LONG_READ_MS = 4_000

const EXPANDING: Step = {
  name: 'later',
  sql: 'ALTER TABLE sessions ADD COLUMN IF NOT EXISTS later text; ALTER TABLE batches ADD COLUMN IF NOT EXISTS later bigint DEFAULT 7',
  indexes: [
    { name: 'sessions_later', on: 'sessions (workspace, last_at, later)' },
    { name: 'batches_later', on: 'batches (workspace, received_at) WHERE later = 7' },
  ],
}
const EXPANDED = [...STEPS, EXPANDING]
const CONTRACTED = [
  ...EXPANDED,
  { name: 'away', sql: 'ALTER TABLE sessions DROP COLUMN later', needs: EXPANDED.length },
]

let folder: string
let server: PostgresServer
let nodes: ServiceProcess[]
let keys: ServiceKeys
let client: pg.Client

const startNode = (name: string) => mustStart(join(folder, name), { BYHAND_STORE: server.url })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-migrate-'))
  server = await startPostgres({ fsync: false })
  const first = await startNode('first')
  keys = await printedKeys(first)
  nodes = [first, await startNode('second')]
  client = new pg.Client({ connectionString: server.url })
  await client.connect()
  // Rows of a workspace that no request reads.
  await client.query(`INSERT INTO sessions (bucket, ${sessions.columns}) SELECT n % 64, 'many', decode(md5(n::text), 'hex'),
    'key', n, '', n, NULL, -1, '[]', -1, 1, 1, 1, 1, 0, 0, NULL, 0, NULL FROM generate_series(1, ${ROWS}) n`)
  await client.query(`INSERT INTO batches SELECT n % 64, 'many', decode(md5(n::text), 'hex'), '', 0, 0, n, '', ''
    FROM generate_series(1, ${ROWS}) n`)
})
afterAll(async () => {
  await client?.end()
  await Promise.all((nodes ?? []).map((node) => node.kill('SIGTERM')))
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

let seed = 1

/** Sends visits to all nodes while `work` runs. */
async function underLoad(work: () => Promise<unknown>) {
  const balancer = makeBalancer(nodes.map(({ address }) => address))
  const visits: Visit[] = []
  let working = true
  const visitors = Array.from({ length: 4 }, async () => {
    while (working) visits.push(await visit(balancer, { siteKey: keys.siteKey, seed: seed++, batches: 4 }))
  })
  await work().finally(() => {
    working = false
  })
  await Promise.all(visitors)
  const kept = await lookFor(balancer, keys.secretKey, visits)
  return { visits, retried: balancer.retried, kept }
}

/** A long read, as a backup makes, which blocks exclusive locks on the table. */
async function longRead(work: () => Promise<unknown>): Promise<void> {
  const reader = new pg.Client({ connectionString: server.url })
  await reader.connect()
  await reader.query('BEGIN')
  await reader.query('SELECT 1 FROM sessions LIMIT 1')
  const reading = new Promise((resolve) => setTimeout(resolve, LONG_READ_MS)).then(() =>
    reader.query('COMMIT'),
  )
  await Promise.all([work(), reading])
  await reader.end()
}

describe('tables', () => {
  it('have a category for a cluster, and a leading bucket column if they grow', async () => {
    const { rows } = await client.query(
      `SELECT relname AS name, (SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = c.oid AND attnum = indkey[0]
         WHERE indrelid = c.oid AND indisprimary) AS first,
         (SELECT count(*)::integer FROM pg_index WHERE indrelid = c.oid AND indisunique AND NOT (SELECT attnum FROM pg_attribute
           WHERE attrelid = c.oid AND attname = 'bucket') = ANY (indkey)) AS elsewhere
       FROM pg_class c WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    )
    const known: readonly string[] = [...DISTRIBUTED_TABLES, ...REFERENCE_TABLES, ...LOCAL_TABLES]
    expect(rows.map(({ name }) => name).sort()).toEqual([...known].sort())
    for (const { name, first, elsewhere } of rows) {
      const grows = DISTRIBUTED_TABLES.includes(name)
      expect({ name, first: first === 'bucket', elsewhere }).toEqual({
        name,
        first: grows,
        // Unique constraints do not work across machines.
        elsewhere: grows ? 0 : elsewhere,
      })
    }
  })
})

describe('running nodes', () => {
  it('refuse no request while three others migrate at once, during a long read', async () => {
    const { visits, kept } = await underLoad(() =>
      longRead(() => Promise.all([1, 2, 3].map(() => migrate(server.url, { steps: EXPANDED })))),
    )
    expect(visits.length).toBeGreaterThan(4)
    expect(visits.flatMap(({ refused }) => refused)).toEqual([])
    expect(kept).toEqual({ lost: [], doubled: [] })
    const { rows } = await client.query('SELECT number, name FROM migrations WHERE number > $1', [
      STEPS.length,
    ])
    expect(rows).toEqual([{ number: EXPANDED.length, name: 'later' }])
    const { rows: indexes } = await client.query(
      `SELECT relname, indisvalid FROM pg_index JOIN pg_class ON oid = indexrelid WHERE relname ~ '_later$' ORDER BY 1`,
    )
    expect(indexes).toEqual([
      { relname: 'batches_later', indisvalid: true },
      { relname: 'sessions_later', indisvalid: true },
    ])
  })

  it('refuse some requests if a statement waits for its lock (control)', async () => {
    const { retried } = await underLoad(() =>
      longRead(async () => {
        const hasty = new pg.Client({ connectionString: server.url })
        await hasty.connect()
        await hasty.query('ALTER TABLE sessions ADD COLUMN hasty text')
        await hasty.end()
      }),
    )
    expect(retried).toBeGreaterThan(0)
  })

  it('can restart, and the command has nothing to do, on a newer schema with additions only', async () => {
    nodes.push(await startNode('third'))
    const { visits, kept } = await underLoad(async () => {})
    expect(visits.flatMap(({ refused }) => refused)).toEqual([])
    expect(kept).toEqual({ lost: [], doubled: [] })
    const { code, stdout } = await byhand({ folder, env: { BYHAND_STORE: server.url } }, 'migrate')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'The database is up to date.\n' })
    expect(await storeVersion(server.url, '')).toMatchObject({ stored: EXPANDED.length })
  })

  it('finish an index that an earlier attempt left invalid', async () => {
    await client.query('DELETE FROM migrations WHERE number > $1', [STEPS.length])
    await client.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'sessions_later'::regclass`)
    await migrate(server.url, { steps: EXPANDED })
    const { rows } = await client.query(
      `SELECT indisvalid FROM pg_index WHERE indexrelid = 'sessions_later'::regclass`,
    )
    expect(rows).toEqual([{ indisvalid: true }])
  })

  it('give up on a table that stays locked, with a message', async () => {
    const holder = new pg.Client({ connectionString: server.url })
    await holder.connect()
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE secrets IN ACCESS SHARE MODE')
    const stuck = { name: 'stuck', sql: 'ALTER TABLE secrets ADD COLUMN stuck text' }
    await expect(migrate(server.url, { steps: [...EXPANDED, stuck], timeoutMs: 1_000 })).rejects.toThrow(
      'an open transaction locks a table',
    )
    await holder.end()
    expect(await storeVersion(server.url, '')).toMatchObject({ stored: EXPANDED.length })
  })

  it('are not broken by a step that removes a column: it waits until they stop', async () => {
    await expect(migrate(server.url, { steps: CONTRACTED })).rejects.toThrow(
      /connections belong to older versions of Byhand/,
    )
    await Promise.all(nodes.splice(0).map((node) => node.kill('SIGTERM')))
    await migrate(server.url, { steps: CONTRACTED })
    expect(await storeVersion(server.url, '')).toMatchObject({ stored: CONTRACTED.length })
  })

  it('do not start on an incompatible newer schema, and print one sentence', async () => {
    const { code, stderr } = await byhand({ folder, env: { BYHAND_STORE: server.url } }, 'serve')
    expect(code).toBe(1)
    expect(stderr).toContain(
      `The database has version ${CONTRACTED.length} and requires a version of Byhand that supports database version ${EXPANDED.length}. This one supports version ${STEPS.length}.`,
    )
    expect(stderr).not.toContain('    at ')
  })
})
