/** 200 survives a power cut: what was acknowledged had been synced. The control is a disk that lies about it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cycles } from './cycles.ts'
import { findLost, makeSender, type Sender, sendUntil } from './marked_batches.ts'
import { buildPreload, type Preload } from './preload.ts'
import { mustStart, printedKeys, type ServiceKeys, startService } from './service_process.ts'

const CUTS = cycles(6, 100)
const CONTROL_CUTS = cycles(3, 20)
const SENDERS = 8
/** Writes after which the power fails, counted from the start of the process. */
const FIRST_CUT = 40
const LAST_CUT = 900

let preload: Preload
beforeAll(async () => {
  preload = await buildPreload('powercut')
})
afterAll(() => preload.remove())

interface Toll {
  acknowledged: number
  lost: number
  doubled: number
  /** Starts that failed because the files were damaged. */
  damaged: number
}

async function suffer(cuts: number, lying: boolean): Promise<Toll> {
  const toll: Toll = { acknowledged: 0, lost: 0, doubled: 0, damaged: 0 }
  let folder = await mkdtemp(join(tmpdir(), 'byhand-powercut-data-'))
  let keys: ServiceKeys | undefined
  for (let cut = 0; cut < cuts; cut++) {
    if (keys === undefined) {
      const first = await mustStart(folder)
      keys = await printedKeys(first)
      await first.kill('SIGTERM')
    }
    const senders: Sender[] = Array.from({ length: SENDERS }, () => makeSender(keys as ServiceKeys))
    const doomed = await startService(folder, {
      LD_PRELOAD: preload.library,
      POWERCUT_FOLDER: folder,
      POWERCUT_AT: String(FIRST_CUT + Math.floor(((LAST_CUT - FIRST_CUT) * cut) / cuts)),
      POWERCUT_SEED: String(cut + 1),
      ...(lying ? { POWERCUT_LIE: '1' } : {}),
    })
    if (doomed !== null) {
      await sendUntil(doomed.address, senders, () => false)
      expect(await doomed.ended).toBe(137)
    }
    toll.acknowledged += senders.reduce((sum, sender) => sum + sender.acknowledged.length, 0)
    const after = await startService(folder)
    const kept = after && (await findLost(after.address, keys, senders).catch(() => null))
    if (after && kept) {
      toll.lost += kept.lost.length
      toll.doubled += kept.doubled.length
      await after.kill('SIGTERM')
    } else {
      toll.damaged++
      await after?.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
      folder = await mkdtemp(join(tmpdir(), 'byhand-powercut-data-'))
      keys = undefined
    }
  }
  await rm(folder, { recursive: true, force: true })
  return toll
}

it(`loses nothing and damages nothing over ${CUTS} power cuts`, async () => {
  const toll = await suffer(CUTS, false)
  expect(toll).toMatchObject({ lost: 0, doubled: 0, damaged: 0 })
  expect(toll.acknowledged).toBeGreaterThan(CUTS)
})

it('loses or damages data on a disk that only claims to sync', async () => {
  const toll = await suffer(CONTROL_CUTS, true)
  expect(toll.lost + toll.damaged).toBeGreaterThan(0)
})
