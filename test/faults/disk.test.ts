/** A full or failing disk is never hidden: refused with 503 or ended, nothing acknowledged lost. */
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cycles } from './cycles.ts'
import { findLost, makeSender, sendUntil } from './marked_batches.ts'
import { buildPreload, type Preload } from './preload.ts'
import { mustStart, printedKeys, startService } from './service_process.ts'

const SENDERS = 4
/** Which call of each kind fails, counted from the start of the process. */
const LAST_CALL = 50
const STEP = cycles(24, 1)
const BATCHES_AFTER_FAULT = 40

let preload: Preload
let folder: string
beforeAll(async () => {
  preload = await buildPreload('diskfault')
})
afterAll(() => preload.remove())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-disk-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = (env: Record<string, string> = {}) => mustStart(folder, env)

async function firstKeys() {
  const service = await start()
  const keys = await printedKeys(service)
  await service.kill('SIGTERM')
  return keys
}

describe('a full disk', () => {
  it('refuses with 503, still reads, and recovers by itself', async () => {
    const keys = await firstKeys()
    const full = join(folder, '..', `full-${Date.now()}`)
    const service = await start({
      LD_PRELOAD: preload.library,
      DISKFAULT_FOLDER: folder,
      DISKFAULT_SWITCH: full,
      DISKFAULT_ERRNO: String(constants.errno.ENOSPC),
    })
    const senders = Array.from({ length: SENDERS }, () => makeSender(keys))
    for (const sender of senders) expect(await sender.send(service.address)).toBe(200)

    await writeFile(full, '')
    for (const sender of senders) expect(await sender.send(service.address)).toBe(503)
    expect(senders.every(({ retryAfter }) => Number(retryAfter()) > 0)).toBe(true)
    expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], doubled: [] })

    await unlink(full)
    const freedAt = Date.now()
    for (const sender of senders) {
      while ((await sender.send(service.address)) !== 200) {
        expect(Date.now() - freedAt).toBeLessThan(5_000)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], doubled: [] })
    await service.kill('SIGTERM')
  })
})

/** Sends through a fault until well after it; gives what was acknowledged and lost once the disk is well again. */
async function failAt(call: string, at: number, errno: number) {
  const keys = await firstKeys()
  const service = await startService(folder, {
    LD_PRELOAD: preload.library,
    DISKFAULT_FOLDER: folder,
    DISKFAULT_CALL: call,
    DISKFAULT_AT: String(at),
    DISKFAULT_ERRNO: String(errno),
  })
  const senders = Array.from({ length: SENDERS }, () => makeSender(keys))
  if (service !== null) {
    const sent = () =>
      senders.reduce((sum, { answers }) => sum + [...answers.values()].reduce((a, b) => a + b, 0), 0)
    await sendUntil(service.address, senders, () => sent() >= BATCHES_AFTER_FAULT + at)
    await service.kill('SIGKILL')
  }
  const well = await startService(folder)
  const damaged = well === null
  const kept = well ? await findLost(well.address, keys, senders) : { lost: [], doubled: [] }
  await well?.kill('SIGKILL')
  const statuses = new Set(senders.flatMap(({ answers }) => [...answers.keys()]))
  return { ...kept, damaged, statuses }
}

describe('a failing disk', () => {
  const calls = Array.from({ length: Math.ceil(LAST_CALL / STEP) }, (_, i) => 1 + i * STEP)
  const errors = { EIO: constants.errno.EIO, ENOSPC: constants.errno.ENOSPC }
  const cases = cycles(
    [
      ['pwrite64', 'EIO'],
      ['fdatasync', 'EIO'],
      ['pwrite64', 'ENOSPC'],
    ] as const,
    (['pwrite64', 'fdatasync', 'ftruncate64', 'open64'] as const).flatMap((call) =>
      (['EIO', 'ENOSPC'] as const).map((error) => [call, error] as const),
    ),
  ).flatMap(([call, error]) => calls.map((at) => ({ call, error, at })))

  it.each(cases)(
    'loses nothing when $call fails with $error from call $at on',
    async ({ call, at, error }) => {
      const { lost, doubled, damaged, statuses } = await failAt(call, at, errors[error])
      expect({ lost, doubled, damaged }).toEqual({ lost: [], doubled: [], damaged: false })
      for (const status of statuses) expect([200, 503, 'failed']).toContain(status)
    },
  )

  it('would notice a disk that drops writes and claims success', async () => {
    const { lost, damaged } = await failAt('pwrite64', 30, 0)
    expect(lost.length > 0 || damaged).toBe(true)
  })
})
