/** Erasure on PostgreSQL removes data from every row at once; the docs describe the further steps for its files. */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { tell } from './attack_full.ts'
import { type DashboardClient, loginTo } from './dashboard_client.ts'
import { type MarkedPerson, markPerson } from './privacy_person.ts'
import { filesIn, foundIn, type Word } from './privacy_traces.ts'
import { type RunningService, runService } from './running_service.ts'
import { type Receiver, startReceiver } from './webhook_receiver.ts'

let server: PostgresServer
let service: RunningService
let owner: DashboardClient
let hook: Receiver
let person: MarkedPerson
let client: pg.Client
let data: string

beforeAll(async () => {
  // Removes finished segments instead of recycling them.
  server = await startPostgres({ fsync: false, settings: { wal_recycle: 'off', min_wal_size: '32MB' } })
  hook = await startReceiver()
  hook.answer(500)
  service = await runService({
    BYHAND_STORE: server.url,
    BYHAND_TRUSTED_PROXIES: 'loopback',
    BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes',
    BYHAND_RATE_BATCHES_PER_SESSION: '0',
  })
  const workspace = await service.workspace()
  owner = await loginTo(service, workspace.id)
  person = await markPerson(service, workspace, owner, hook.url)
  client = new pg.Client({ connectionString: server.url })
  await client.connect()
  data = (await client.query('SHOW data_directory')).rows[0].data_directory
})
afterAll(async () => {
  await client?.end()
  await service?.stop()
  await server?.stop()
  await hook?.close()
})

/** Everything in a dump, with blobs as bytes. */
async function rows(): Promise<{ name: string; bytes: Buffer }[]> {
  const { rows: tables } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
  const all: { name: string; bytes: Buffer }[] = []
  for (const { tablename } of tables) {
    const { rows: found } = await client.query(`SELECT * FROM "${tablename}"`)
    const values = found.flatMap((row) => Object.values(row as object))
    const bytes = values.flatMap((value) => [
      Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value) ?? ''),
      GAP,
    ])
    all.push({ name: `table ${tablename}`, bytes: Buffer.concat(bytes) })
  }
  return all
}
const GAP = Buffer.from('\n')

/** The output of pg_dump: text, and blobs in hexadecimal. */
function dump(): { name: string; bytes: Buffer } {
  const [version] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  const program = join('/usr/lib/postgresql', version as string, 'bin/pg_dump')
  return { name: 'pg_dump', bytes: execFileSync(program, [server.url], { maxBuffer: 256 * 1024 * 1024 }) }
}

it('leaves no trace in rows, in a dump, and after a rewrite of the tables in files', async () => {
  const words: ReadonlyMap<string, Word> = new Map([...person.visit, ...person.answers])
  expect([...foundIn(await rows(), words).keys()].sort()).toEqual([...words.keys()].sort())
  await client.query('CHECKPOINT')
  expect(foundIn(filesIn(data), words).size).toBeGreaterThan(5)

  for (const subject of [{ user_id: person.userId }, { participant_id: person.participantId }]) {
    expect((await owner.send('POST', '/erasures', subject)).status).toBe(200)
  }
  expect([...foundIn([...(await rows()), dump()], words)]).toEqual([])

  // Dead rows stay in their pages until they are overwritten, and in the write-ahead log: the control.
  await client.query('VACUUM')
  await client.query('CHECKPOINT')
  const vacuumed = foundIn(filesIn(data), words).size
  expect(vacuumed).toBeGreaterThan(0)

  await client.query('VACUUM FULL')
  for (let segment = 0; segment < 2; segment++) {
    await client.query('SELECT pg_switch_wal()')
    await client.query('CHECKPOINT')
  }
  const left = foundIn(filesIn(data), words)
  tell('traces in the files of PostgreSQL', { vacuum: vacuumed, vacuum_full: left.size })
  expect([...left]).toEqual([])
})
