/** `byhand doctor` reports PostgreSQL settings that lose acknowledged data. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { byhand } from '../service/command.ts'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { until } from './engines.ts'

let server: PostgresServer
let client: pg.Client
beforeAll(async () => {
  server = await startPostgres()
  client = new pg.Client({ connectionString: server.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await server?.stop()
})

async function set(statement: string, setting: string, value: string): Promise<void> {
  await client.query(statement)
  await client.query('SELECT pg_reload_conf()')
  await until(async () => (await client.query(`SHOW ${setting}`)).rows[0][setting] === value)
}

async function durability() {
  const { stdout } = await byhand({ folder: '/tmp', env: { BYHAND_STORE: server.url } }, 'doctor', '--json')
  const findings = JSON.parse(stdout) as { name: string; state: string; detail: string }[]
  return findings.find(({ name }) => name === 'durability')
}

it.each([
  ['fsync', 'broken'],
  ['full_page_writes', 'warning'],
  ['synchronous_commit', 'warning'],
])('reports %s = off', async (setting, state) => {
  await set(`ALTER SYSTEM SET ${setting} = off`, setting, 'off')
  const finding = await durability()
  await set(`ALTER SYSTEM RESET ${setting}`, setting, 'on')
  expect(finding).toMatchObject({ state, detail: expect.stringContaining(`${setting} = off`) })
})

it('reports no problem for durable settings (control)', async () => {
  expect(await durability()).toMatchObject({ state: 'ok' })
})
