/** A full disk: refused with 503, nothing acknowledged lost, and on again as soon as there is room. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startPostgres } from '../setup/postgres.ts'
import { readCounters } from './counters.ts'
import { figures } from './cycles.ts'
import { type Place, placeAt, until } from './engines.ts'
import { findLost, findLostInStore, makeSender, type Sender, sendUntil, sentBy } from './marked_batches.ts'
import { buildPreload } from './preload.ts'
import type { ServiceKeys, ServiceProcess } from './service_process.ts'
import { makeSmallDisk } from './small_disk.ts'

const SENDERS = 4

const tidying: (() => unknown)[] = []
afterEach(async () => {
  for (const tidy of tidying.splice(0).reverse()) await tidy()
})

/** Sends all the while; `fill` is called until nobody gets in any more, `free` once. */
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
  await until(() => {
    disk.fill()
    return senders.every(({ answers }) => (answers.get(503) ?? 0) > 1)
  })
  stop = true
  await sending
  for (const sender of senders) expect(await sendUntilRefused(sender, service, disk)).toBe(503)
  expect(senders.every(({ retryAfter }) => Number(retryAfter()) > 0)).toBe(true)
  await whileFull(senders)

  await disk.free()
  const freedAt = performance.now()
  for (const sender of senders) await until(async () => (await sender.send(service.address)) === 200)
  figures('room after a full disk', { recoveredMs: performance.now() - freedAt })
  for (let i = 0; i < 5; i++)
    for (const sender of senders) expect(await sender.send(service.address)).toBe(200)
  expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], doubled: [] })

  const { received, accepted, rejected, reasons } = await readCounters(service.address)
  expect(received).toBe(sentBy(senders))
  expect(accepted + rejected).toBe(received)
  expect(Object.keys(reasons)).toEqual(['store_unavailable'])
  for (const { answers } of senders) expect([...answers.keys()].sort()).toEqual([200, 503])
}

/** What a failed transaction took for itself is room for a smaller one: it is filled again. */
async function sendUntilRefused(sender: Sender, { address }: ServiceProcess, disk: { fill(): void }) {
  for (;;) {
    disk.fill()
    const status = await sender.send(address)
    if (status !== 200) return status
  }
}

async function begin(place: Place, env: Readonly<Record<string, string>> = {}) {
  const keys = await place.firstKeys()
  const service = await place.start(env)
  tidying.push(() => service.kill('SIGKILL'))
  return { keys, service }
}

const readsGoOn = (service: ServiceProcess, keys: ServiceKeys) => async (senders: readonly Sender[]) =>
  expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], doubled: [] })

describe('a full disk', () => {
  it('under SQLite: writes are refused, reads go on, and writing goes on by itself', async () => {
    const disk = await makeSmallDisk(4)
    tidying.push(() => disk.remove())
    const place = await placeAt(undefined, disk.folder)
    const { keys, service } = await begin(place, disk.env)
    await live(service, keys, disk, readsGoOn(service, keys))
  })

  it("under PostgreSQL's tables: writes are refused, reads go on, and writing goes on by itself", async () => {
    const disk = await makeSmallDisk(96)
    tidying.push(() => disk.remove())
    const log = await mkdtemp(join(tmpdir(), 'byhand-log-'))
    tidying.push(() => rm(log, { recursive: true, force: true }))
    const server = await startPostgres({
      data: disk.folder,
      environment: disk.env,
      initArgs: ['--wal-segsize=1'],
      log,
    })
    tidying.push(() => server.stop())
    const place = await placeAt(await server.newDatabase())
    tidying.push(() => place.remove())
    const { keys, service } = await begin(place)
    await live(service, keys, disk, readsGoOn(service, keys))
  })

  it("under PostgreSQL's log: it stops, everything is refused, and a restart with room goes on", async () => {
    const disk = await makeSmallDisk(12)
    tidying.push(() => disk.remove())
    const server = await startPostgres({
      environment: disk.env,
      initArgs: ['--wal-segsize=1'],
      log: disk.folder,
      settings: { max_wal_size: '4MB', min_wal_size: '2MB' },
    })
    tidying.push(() => server.stop())
    const place = await placeAt(await server.newDatabase())
    tidying.push(() => place.remove())
    const { keys, service } = await begin(place)
    const mended = {
      fill: disk.fill,
      async free() {
        disk.free()
        // It ends all its processes when its log cannot be written; whoever minds it starts it again.
        await server.kill()
        await server.restart()
      },
    }
    await live(service, keys, mended, async () => {})
  })

  it('that claims to have room loses what it acknowledged (control)', async () => {
    const preload = await buildPreload('diskfault')
    tidying.push(() => preload.remove())
    const place = await placeAt(undefined)
    tidying.push(() => place.remove())
    const full = join(place.folder, 'full')
    const { keys, service } = await begin(place, {
      LD_PRELOAD: preload.library,
      DISKFAULT_FOLDER: join(place.folder, 'byhand.db'),
      DISKFAULT_FULL: full,
      DISKFAULT_ERRNO: '0',
    })
    const senders = Array.from({ length: SENDERS }, () => makeSender(keys))
    for (const sender of senders) expect(await sender.send(service.address)).toBe(200)
    await writeFile(full, '')
    for (const sender of senders) await sender.send(service.address)
    await service.kill('SIGKILL')
    const store = await place.openStore().catch(() => null)
    const kept = store && (await findLostInStore(store, senders).catch(() => null))
    await store?.close()
    expect(kept === null || kept.lost.length > 0).toBe(true)
  })
})
