/** Disk errors are never hidden: acknowledged batches are stored, and the others are refused or the process ends. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBackup } from '../../src/store/backup/format.ts'
import { cycles, figures } from './cycles.ts'
import { type Installation, inParallel, installationAt } from './engines.ts'
import { findLostInStore, makeSender, type Sender, sendUntil, sentBy } from './marked_batches.ts'
import { buildPreload, type Preload } from './preload.ts'
import type { ServiceKeys } from './service_process.ts'

const run = promisify(execFile)
const { EIO, ENOSPC } = constants.errno
const SENDERS = 4
const PARALLEL = 2
/** The call of each kind that fails, counted from the start of the process. */
const LAST_CALL = 50
const STEP = cycles(25, 1)
const CALLS = Array.from({ length: Math.ceil(LAST_CALL / STEP) }, (_, i) => 1 + i * STEP)
const BATCHES_AFTER_FAULT = 40
/** More calls than any process makes, so the fault happens once. */
const ONCE = '1000000000'

let preload: Preload
beforeAll(async () => {
  preload = await buildPreload('diskfault')
})
afterAll(() => preload.remove())

interface Fault {
  readonly call: string
  readonly at: number
  readonly errno: number
  readonly once: boolean
}

/** Sends during and after a fault; returns the acknowledged and lost batches once the disk works again. */
async function cutPower(installation: Installation, keys: ServiceKeys, { call, at, errno, once }: Fault) {
  const service = await installation.tryStart({
    LD_PRELOAD: preload.library,
    DISKFAULT_FOLDER: join(installation.folder, 'byhand.db'),
    DISKFAULT_CALL: call,
    DISKFAULT_AT: String(at),
    DISKFAULT_ERRNO: String(errno),
    ...(once ? { DISKFAULT_EVERY: ONCE } : {}),
  })
  const senders: Sender[] = Array.from({ length: SENDERS }, () => makeSender(keys))
  if (service !== null) {
    await sendUntil(service.address, senders, () => sentBy(senders) >= BATCHES_AFTER_FAULT + at)
    await service.kill('SIGKILL')
  }
  const store = await installation.openStore().catch(() => null)
  const kept = store && (await findLostInStore(store, senders).catch(() => null))
  await store?.close()
  const statuses = [...new Set(senders.flatMap(({ answers }) => [...answers.keys()]))]
  return { kept, statuses, acknowledged: senders.some(({ acknowledged }) => acknowledged.length > 0) }
}

describe('a failing disk under the service', () => {
  const faults = ['write', 'sync', 'open', 'truncate'].flatMap((call) =>
    CALLS.map((at) => ({ call, at, errno: at % 4 < 2 ? EIO : ENOSPC, once: at % 2 === 0 })),
  )

  it(`loses nothing through ${faults.length} faults`, async () => {
    const prepared: { installation: Installation; keys: ServiceKeys }[] = []
    let acknowledging = 0
    await inParallel(PARALLEL, faults.length, async (index, worker) => {
      const home = prepared[worker] ?? (await prepareInstallation())
      prepared[worker] = home
      const fault = faults[index] as Fault
      const { kept, statuses, acknowledged } = await cutPower(home.installation, home.keys, fault)
      expect({ ...fault, kept }).toEqual({ ...fault, kept: { lost: [], duplicated: [] } })
      for (const status of statuses) expect([200, 503, 'failed']).toContain(status)
      if (acknowledged) acknowledging++
    })
    figures('faults of the disk', { faults: faults.length, acknowledging })
    expect(acknowledging).toBeGreaterThan(faults.length / 4)
    for (const { installation } of prepared) await installation.remove()
  })

  it('a disk that drops writes and reports success is found (control)', async () => {
    const { installation, keys } = await prepareInstallation()
    const { kept } = await cutPower(installation, keys, { call: 'write', at: 30, errno: 0, once: false })
    expect(kept === null || kept.lost.length > 0).toBe(true)
    await installation.remove()
  })
})

async function prepareInstallation() {
  const installation = await installationAt(undefined)
  return { installation, keys: await installation.firstKeys() }
}

describe('a failing disk under a backup', () => {
  let data: Installation
  beforeAll(async () => {
    data = await installationAt(undefined)
    await data.firstKeys()
  })
  afterAll(() => data.remove())

  /** With every second call failing, from the first or from the second on, each of the first fifty calls fails once. */
  async function backUp(call: string, at: number, errno: number) {
    const folder = await mkdtemp(join(tmpdir(), 'byhand-backups-'))
    const script = join(import.meta.dirname, 'backup_often.ts')
    const { stdout } = await run(
      process.execPath,
      [script, data.folder, folder, String(cycles(12, LAST_CALL))],
      {
        env: {
          PATH: process.env.PATH,
          LD_PRELOAD: preload.library,
          DISKFAULT_FOLDER: folder,
          DISKFAULT_CALL: call,
          DISKFAULT_AT: String(at),
          DISKFAULT_EVERY: '2',
          DISKFAULT_ERRNO: String(errno),
        },
      },
    )
    const said = (word: string) =>
      [...stdout.matchAll(new RegExp(`${word} (\\d+)`, 'g'))].map(([, number]) => number)
    const files = await readdir(folder)
    let unreadable = 0
    for (const file of files) await verifyBackup(join(folder, file)).catch(() => unreadable++)
    await rm(folder, { recursive: true, force: true })
    return { made: said('made'), refused: said('refused'), files, unreadable }
  }

  it.each(
    ['write', 'sync', 'rename', 'open'].flatMap((call) => [
      { call, at: 1, errno: EIO },
      { call, at: 2, errno: ENOSPC },
    ]),
  )(
    'completes or fails cleanly when every second $call fails, from call $at on',
    async ({ call, at, errno }) => {
      const { made, refused, files, unreadable } = await backUp(call, at, errno)
      expect(refused.length).toBeGreaterThan(0)
      expect(files.sort()).toEqual(made.sort())
      expect(unreadable).toBe(0)
    },
  )

  it('a backup with dropped bytes is found (control)', async () => {
    const { unreadable } = await backUp('write', 1, 0)
    expect(unreadable).toBeGreaterThan(0)
  })
})
