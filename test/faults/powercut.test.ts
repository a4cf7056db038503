/** A batch answered with 200 survives a power cut, because it was synced. The control is a disk that ignores syncs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cycles, figures } from './cycles.ts'
import { type Installation, inParallel, installationAt } from './engines.ts'
import { acknowledgedBy, findLostInStore, makeSender, sendUntil } from './marked_batches.ts'
import { buildPreload, type Preload } from './preload.ts'
import type { ServiceKeys } from './service_process.ts'

const CUTS = cycles(4, 100)
const CONTROL_CUTS = cycles(2, 20)
const FAILED_SYNCS = cycles(2, 40)
const PARALLEL = 2
const SENDERS = 8
/** Number of writes before the power cut, counted from the start of the process. */
const FIRST_CUT = 40
const LAST_CUT = 900

let preload: Preload
beforeAll(async () => {
  preload = await buildPreload('powercut')
})
afterAll(() => preload.remove())

interface Losses {
  acknowledged: number
  lost: number
  duplicated: number
  /** Starts that failed because of damaged files. */
  damaged: number
}

/** `env` adds further faults of the disk. */
async function cutPower(
  cuts: number,
  env: (cut: number) => Record<string, string> = () => ({}),
): Promise<Losses> {
  const losses: Losses = { acknowledged: 0, lost: 0, duplicated: 0, damaged: 0 }
  const prepared: { installation: Installation; keys: ServiceKeys }[] = []
  await inParallel(PARALLEL, cuts, async (cut, worker) => {
    const current = prepared[worker] ?? (await prepareInstallation())
    prepared[worker] = current
    const { installation, keys } = current
    const senders = Array.from({ length: SENDERS }, () => makeSender(keys))
    const running = await installation.tryStart({
      LD_PRELOAD: preload.library,
      POWERCUT_FOLDER: `${installation.folder}/byhand.db`,
      POWERCUT_AT: String(FIRST_CUT + Math.floor(((LAST_CUT - FIRST_CUT) * cut) / cuts)),
      POWERCUT_SEED: String(cut + 1),
      ...env(cut),
    })
    if (running !== null) {
      while (
        (await Promise.race([running.ended, sendUntil(running.address, senders, () => false)])) === undefined
      ) {
        // All senders were refused; they try again until the power cut.
      }
      expect(await running.ended).toBe(137)
    }
    losses.acknowledged += acknowledgedBy(senders)
    const store = await installation.openStore().catch(() => null)
    const kept = store && (await findLostInStore(store, senders).catch(() => null))
    await store?.close()
    if (kept) {
      losses.lost += kept.lost.length
      losses.duplicated += kept.duplicated.length
    } else {
      losses.damaged++
      delete prepared[worker]
    }
  })
  for (const current of prepared) await current?.installation.remove()
  figures('power cuts on SQLite', { cuts, ...env(1), ...losses })
  return losses
}

async function prepareInstallation() {
  const installation = await installationAt(undefined)
  return { installation, keys: await installation.firstKeys() }
}

it(`loses nothing and damages nothing over ${CUTS} power cuts`, async () => {
  const losses = await cutPower(CUTS)
  expect(losses).toMatchObject({ lost: 0, duplicated: 0, damaged: 0 })
  expect(losses.acknowledged).toBeGreaterThan(CUTS)
})

it(`loses nothing over ${FAILED_SYNCS} power cuts after a sync that failed once`, async () => {
  const losses = await cutPower(FAILED_SYNCS, (cut) => ({
    POWERCUT_FAIL_SYNC: String(3 + cut),
    POWERCUT_AT: '600',
  }))
  expect(losses).toMatchObject({ lost: 0, duplicated: 0, damaged: 0 })
  expect(losses.acknowledged).toBeGreaterThan(FAILED_SYNCS)
})

it('loses or damages data on a disk that ignores syncs (control)', async () => {
  const losses = await cutPower(CONTROL_CUTS, () => ({ POWERCUT_LIE: '1' }))
  expect(losses.lost + losses.damaged).toBeGreaterThan(0)
})
