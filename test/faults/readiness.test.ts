/** `/readyz` while the store is not writable: a full disk, a read-only database. */

import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { startPostgres } from '../setup/postgres.ts'
import { installationAt, until } from './engines.ts'
import { makeSender } from './marked_batches.ts'
import { printedKeys, type ServiceProcess } from './service_process.ts'
import { makeSmallDisk } from './small_disk.ts'

const PROMISED_MS = 5_000

const tidying: (() => unknown)[] = []
afterEach(async () => {
  for (const tidy of tidying.splice(0).reverse()) await tidy()
})

const readyStatus = async ({ address }: ServiceProcess) => (await fetch(`${address}/readyz`)).status

/** Milliseconds until `/readyz` returns `status`. */
async function msUntil(service: ServiceProcess, status: number): Promise<number> {
  const began = performance.now()
  await until(async () => (await readyStatus(service)) === status)
  return performance.now() - began
}

it('is not ready while the disk is full, and ready again when space is free', async () => {
  const disk = await makeSmallDisk(24)
  tidying.push(() => disk.remove())
  const installation = await installationAt(undefined, disk.folder)
  const service = await installation.start(disk.env)
  tidying.push(() => service.kill('SIGTERM'))
  const keys = await printedKeys(service)
  expect(await readyStatus(service)).toBe(200)
  // Control: without a fault, every request finds it ready.
  for (let index = 0; index < 20; index++) expect(await readyStatus(service)).toBe(200)

  disk.fill()
  expect(await msUntil(service, 503)).toBeLessThan(PROMISED_MS)
  const sender = makeSender(keys)
  await until(async () => {
    disk.fill()
    return (await sender.send(service.address)) === 503
  })
  for (let index = 0; index < 5; index++) expect(await readyStatus(service)).toBe(503)
  expect((await fetch(`${service.address}/healthz`)).status).toBe(200)

  disk.free()
  expect(await msUntil(service, 200)).toBeLessThan(PROMISED_MS)
  expect(await sender.send(service.address)).toBe(200)
}, 60_000)

it('is not ready while PostgreSQL is read-only, and ready again afterwards', async () => {
  const server = await startPostgres({ fsync: false })
  tidying.push(() => server.stop())
  const url = await server.newDatabase()
  const installation = await installationAt(url)
  tidying.push(() => installation.remove())
  const service = await installation.start()
  tidying.push(() => service.kill('SIGTERM'))
  expect(await readyStatus(service)).toBe(200)

  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  tidying.push(() => admin.end())
  const name = new URL(url).pathname.slice(1)
  const setReadOnly = async (isReadOnly: boolean) => {
    await admin.query('SET default_transaction_read_only = off')
    await admin.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${isReadOnly}`)
    // The setting applies to new connections, so this waits until the others have ended.
    await admin.query(
      'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    )
  }
  await setReadOnly(true)
  expect(await msUntil(service, 503)).toBeLessThan(PROMISED_MS)
  for (let index = 0; index < 5; index++) expect(await readyStatus(service)).toBe(503)
  await setReadOnly(false)
  expect(await msUntil(service, 200)).toBeLessThan(PROMISED_MS)
}, 60_000)
