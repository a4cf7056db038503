/** Every server of a cluster must sync before it acknowledges, not only the coordinator. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkDurability } from '../../src/cli/doctor/durability.ts'
import { checkStore } from '../../src/cli/doctor/store.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { type CitusCluster, startCitus } from '../setup/citus.ts'

let cluster: CitusCluster
let url: string
let place: string

beforeAll(async () => {
  cluster = await startCitus()
  url = await cluster.newDatabase()
  place = new URL(cluster.workers[1]?.url as string).host
})
afterAll(() => cluster?.stop())

const onWorker = async (...statements: string[]) => {
  const client = new pg.Client({ connectionString: cluster.onWorkers(url)[1] as string })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

it('turns synchronous_commit on for the role on every worker', async () => {
  await migrate(url)
  const detail = expect.stringContaining(`${place} runs with synchronous_commit`)
  const isNamed = [{ state: 'warning', detail }]
  await onWorker('ALTER SYSTEM SET synchronous_commit = off', 'SELECT pg_reload_conf()')
  await expect.poll(() => checkDurability(url)).toMatchObject(isNamed)
  // The doctor changes nothing.
  expect((await checkStore({ ...readConfig({}), store: url })).finding.state).toBe('ok')
  expect(await checkDurability(url)).toMatchObject(isNamed)
  const notices: string[] = []
  const store = await openPostgres({ url, onNotice: (text) => notices.push(text) })
  expect(await checkDurability(url)).toMatchObject([{ state: 'ok' }])
  await store.close()
  expect(notices).toEqual([])
})

it('names the worker that runs without fsync', async () => {
  await onWorker('ALTER SYSTEM SET fsync = off', 'SELECT pg_reload_conf()')
  const detail = expect.stringContaining(`${place} runs with fsync = off`)
  await expect.poll(() => checkDurability(url)).toMatchObject([{ state: 'broken', detail }])
  const notices: string[] = []
  const store = await openPostgres({ url, onNotice: (text) => notices.push(text) })
  await store.close()
  expect(notices).toEqual([detail])
})

it('names a worker that does not respond', async () => {
  await cluster.workers[1]?.kill()
  const detail = expect.stringContaining(`${place} does not respond`)
  expect(await checkDurability(url)).toMatchObject([{ state: 'broken', detail }])
})
