/** `byhand migrate` on a cluster that is not ready: one sentence that names the server, exit 1, nothing distributed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkStore } from '../../src/cli/doctor/store.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { byhand } from '../service/command.ts'
import { type CitusCluster, startCitus } from '../setup/citus.ts'
import type { PostgresServer } from '../setup/postgres.ts'

let cluster: CitusCluster
let folder: string
let broken: PostgresServer
let place: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-refused-'))
  cluster = await startCitus()
  broken = cluster.workers[1] as PostgresServer
  place = new URL(broken.url).host
})
afterAll(async () => {
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Without Citus telling the other servers. */
const ALONE = 'SET citus.enable_ddl_propagation = off'

async function ask(url: string, ...statements: string[]): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: pg.QueryResultRow[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
const distributed = (url: string) => ask(url, 'SELECT logicalrelid::text FROM pg_dist_partition')

/** What the command says, after checking that it failed without a stack trace. */
async function refusal(url: string): Promise<string> {
  const { code, stdout, stderr } = await byhand({ folder, env: { BYHAND_STORE: url } }, 'migrate')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr.trim().split('\n')).toHaveLength(1)
  return stderr
}

const inDatabase = (url: string) => cluster.onWorkers(url)[1] as string
const nameOf = (url: string) => new URL(url).pathname.slice(1)

describe('a cluster is refused', () => {
  it.each([
    [
      'a worker without the extension',
      (url: string) => ask(inDatabase(url), 'DROP EXTENSION citus CASCADE'),
      'has no extension citus',
    ],
    [
      'a worker with an unsupported version',
      (url: string) =>
        ask(
          inDatabase(url),
          ALONE,
          `ALTER DATABASE ${nameOf(url)} SET citus.enable_version_checks = off`,
          `UPDATE pg_extension SET extversion = '11.3-1' WHERE extname = 'citus'`,
        ),
      'has Citus 11.3-1, but Byhand needs Citus 13 or later',
    ],
    [
      'a worker with another version than the coordinator',
      (url: string) =>
        ask(
          inDatabase(url),
          ALONE,
          `ALTER DATABASE ${nameOf(url)} SET citus.enable_version_checks = off`,
          `UPDATE pg_extension SET extversion = '99.0-1' WHERE extname = 'citus'`,
        ),
      'has Citus 99.0-1, but the coordinator has',
    ],
  ])('with %s', async (_, breakIt, words) => {
    const url = await cluster.newDatabase()
    await breakIt(url)
    const said = await refusal(url)
    expect(said).toContain(`${place} ${words}`)
    expect(said).toContain('Nothing was distributed.')
    expect(await distributed(url)).toEqual([])
  })

  it('without a worker', async () => {
    const url = await cluster.newDatabase({ distribute: false })
    await ask(url, 'CREATE EXTENSION citus')
    expect(await refusal(url)).toContain('the cluster has no worker')
    expect(await distributed(url)).toEqual([])
  })

  it('with a wrong password of the node', async () => {
    const url = new URL(await cluster.newDatabase())
    const right = url.href
    url.password = 'wrong'
    expect(await refusal(url.href)).toContain(`${url.host}: the database cannot be used: password`)
    expect(await distributed(right)).toEqual([])
  })

  it('with a wrong password between the servers', async () => {
    const url = await cluster.newDatabase()
    const worker = new pg.Client({ connectionString: inDatabase(url) })
    await worker.connect()
    await worker.query(ALONE)
    await worker.query(`ALTER ROLE CURRENT_USER PASSWORD 'other'`)
    try {
      expect(await refusal(url)).toContain(
        `The coordinator cannot use ${place} (failed to connect to ${place}); check that it runs and accepts the coordinator's password.`,
      )
      expect(await distributed(url)).toEqual([])
    } finally {
      await worker.query(`ALTER ROLE CURRENT_USER PASSWORD '${decodeURIComponent(new URL(url).password)}'`)
      await worker.end()
    }
  })

  it('when a table cannot be distributed: the tables before it are not either', async () => {
    const url = await cluster.newDatabase({ distribute: false })
    await migrate(url)
    // Citus rejects unique indexes without the distribution column.
    await ask(url, 'CREATE UNIQUE INDEX wrong ON index_hashes (hash, answer)')
    await cluster.distribute(url)
    await expect(migrate(url)).rejects.toThrow()
    expect(await distributed(url)).toEqual([])
    await ask(url, 'DROP INDEX wrong')
    const { finding } = await checkStore({ ...readConfig({}), store: url })
    expect(finding).toMatchObject({ state: 'warning', detail: expect.stringContaining('not distributed') })
    expect(await distributed(url)).toEqual([])
    await migrate(url)
    expect((await distributed(url)).length).toBeGreaterThan(20)
  })

  it('with a worker that accepts too few connections', async () => {
    const url = await cluster.newDatabase()
    await ask(broken.url, 'ALTER SYSTEM SET max_connections = 30')
    await broken.kill()
    await broken.restart()
    expect(await refusal(url)).toContain(
      `${place} accepts 30 connections; set max_connections to at least 60`,
    )
    expect(await distributed(url)).toEqual([])
  })

  it('with a worker that does not respond', async () => {
    const url = await cluster.newDatabase()
    await broken.kill()
    expect(await refusal(url)).toContain(`The coordinator cannot use ${place} (`)
    expect(await distributed(url)).toEqual([])
  })
})
