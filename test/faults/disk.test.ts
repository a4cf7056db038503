/** A full disk: writes get 503, no acknowledged batch is lost, and writes resume as soon as space is available. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startPostgres } from '../setup/postgres.ts'
import { readCounters } from './counters.ts'
import { figures } from './cycles.ts'
import { type Installation, installationAt, until } from './engines.ts'
import {
  answersOf,
  findLost,
  findLostInStore,
  makeSender,
  type Sender,
  sendUntil,
  sentBy,
} from './marked_batches.ts'
import { buildPreload } from './preload.ts'
import type { ServiceKeys, ServiceProcess } from './service_process.ts'
import { makeSmallDisk } from './small_disk.ts'

const SENDERS = 4

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

/** Sends continuously; calls `fill` until every sender is rejected, and `free` once. */
async function live(
  service: ServiceProcess,
  keys: ServiceKeys,
  disk: { fill(): void; free(): unknown },
  whileFull: (senders: readonly Sender[]) => Promise<void>,
) {
  const senders = Array.from({ length: SENDERS }, () => makeSender(keys))
  for (const sender of senders) expect(await sender.send(service.address)).toBe(200)
  let stop = false
  const sending = sendUntil(service.address, senders, () => stop)
  await until(
    () => {
      disk.fill()
      return senders.every(({ answers }) => (answers.get(503) ?? 0) > 1)
    },
    () => answersOf(senders),
  )
  stop = true
  await sending
  for (const sender of senders) expect(await sendUntilRefused(sender, service, disk)).toBe(503)
  expect(senders.every(({ retryAfter }) => Number(retryAfter()) > 0)).toBe(true)
  await whileFull(senders)

  await disk.free()
  const freedAt = performance.now()
  for (const sender of senders) await until(async () => (await sender.send(service.address)) === 200)
  figures('recovery after a full disk', { recoveredMs: performance.now() - freedAt })
  for (let i = 0; i < 5; i++)
    for (const sender of senders) expect(await sender.send(service.address)).toBe(200)
  expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], duplicated: [] })

  const { received, accepted, rejected, reasons } = await readCounters(service.address)
  expect(received).toBe(sentBy(senders))
  expect(accepted + rejected).toBe(received)
  expect(Object.keys(reasons)).toEqual(['store_unavailable'])
  for (const { answers } of senders) expect([...answers.keys()].sort()).toEqual([200, 503])
}

/** A failed transaction frees space for a smaller one, so the disk is filled again. */
async function sendUntilRefused(sender: Sender, { address }: ServiceProcess, disk: { fill(): void }) {
  let status: number | 'failed' = 200
  await until(
    async () => {
      disk.fill()
      status = await sender.send(address)
      return status !== 200
    },
    () => answersOf([sender]),
  )
  return status
}

async function begin(installation: Installation, env: Readonly<Record<string, string>> = {}) {
  const keys = await installation.firstKeys()
  const service = await installation.start(env)
  cleanups.push(() => service.kill('SIGKILL'))
  return { keys, service }
}

const readsContinue = (service: ServiceProcess, keys: ServiceKeys) => async (senders: readonly Sender[]) =>
  expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], duplicated: [] })

describe('a full disk', () => {
  it('under SQLite: writes are refused, reads continue, and writes resume without a restart', async () => {
    const disk = await makeSmallDisk(4)
    cleanups.push(() => disk.remove())
    const installation = await installationAt(undefined, disk.folder)
    const { keys, service } = await begin(installation, disk.env)
    await live(service, keys, disk, readsContinue(service, keys))
  })

  it("under PostgreSQL's tables: writes are refused, reads continue, and writes resume without a restart", async () => {
    const disk = await makeSmallDisk(96)
    cleanups.push(() => disk.remove())
    const log = await mkdtemp(join(tmpdir(), 'byhand-log-'))
    cleanups.push(() => rm(log, { recursive: true, force: true }))
    const server = await startPostgres({
      data: disk.folder,
      environment: disk.env,
      initArgs: ['--wal-segsize=1'],
      log,
    })
    cleanups.push(() => server.stop())
    const installation = await installationAt(await server.newDatabase())
    cleanups.push(() => installation.remove())
    const { keys, service } = await begin(installation)
    await live(service, keys, disk, readsContinue(service, keys))
  })

  it("under PostgreSQL's log: the server stops, all requests are refused, and a restart with free space recovers", async () => {
    const disk = await makeSmallDisk(12)
    cleanups.push(() => disk.remove())
    const server = await startPostgres({
      environment: disk.env,
      initArgs: ['--wal-segsize=1'],
      log: disk.folder,
      settings: { max_wal_size: '4MB', min_wal_size: '2MB' },
    })
    cleanups.push(() => server.stop())
    const installation = await installationAt(await server.newDatabase())
    cleanups.push(() => installation.remove())
    const { keys, service } = await begin(installation)
    const restarted = {
      fill: disk.fill,
      async free() {
        disk.free()
        // PostgreSQL stops when it cannot write its log; a supervisor restarts it.
        await server.kill()
        await server.restart()
      },
    }
    await live(service, keys, restarted, async () => {})
  })

  it('that reports success loses acknowledged batches (control)', async () => {
    const preload = await buildPreload('diskfault')
    cleanups.push(() => preload.remove())
    const installation = await installationAt(undefined)
    cleanups.push(() => installation.remove())
    const full = join(installation.folder, 'full')
    const { keys, service } = await begin(installation, {
      LD_PRELOAD: preload.library,
      DISKFAULT_FOLDER: join(installation.folder, 'byhand.db'),
      DISKFAULT_FULL: full,
      DISKFAULT_ERRNO: '0',
    })
    const senders = Array.from({ length: SENDERS }, () => makeSender(keys))
    for (const sender of senders) expect(await sender.send(service.address)).toBe(200)
    await writeFile(full, '')
    for (const sender of senders) await sender.send(service.address)
    await service.kill('SIGKILL')
    const store = await installation.openStore().catch(() => null)
    const kept = store && (await findLostInStore(store, senders).catch(() => null))
    await store?.close()
    expect(kept === null || kept.lost.length > 0).toBe(true)
  })
})
