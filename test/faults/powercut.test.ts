/** 200 survives a power cut: what was acknowledged had been synced. The control is a disk that lies about it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cycles, figures } from './cycles.ts'
import { inParallel, type Place, placeAt } from './engines.ts'
import { acknowledgedBy, findLostInStore, makeSender, sendUntil } from './marked_batches.ts'
import { buildPreload, type Preload } from './preload.ts'
import type { ServiceKeys } from './service_process.ts'

const CUTS = cycles(4, 100)
const CONTROL_CUTS = cycles(2, 20)
const FAILED_SYNCS = cycles(2, 40)
const PARALLEL = 2
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

/** `env` makes the disk worse than one that only loses its power. */
async function suffer(
  cuts: number,
  env: (cut: number) => Record<string, string> = () => ({}),
): Promise<Toll> {
  const toll: Toll = { acknowledged: 0, lost: 0, doubled: 0, damaged: 0 }
  const homes: { place: Place; keys: ServiceKeys }[] = []
  await inParallel(PARALLEL, cuts, async (cut, worker) => {
    const home = homes[worker] ?? (await settleDown())
    homes[worker] = home
    const { place, keys } = home
    const senders = Array.from({ length: SENDERS }, () => makeSender(keys))
    const doomed = await place.tryStart({
      LD_PRELOAD: preload.library,
      POWERCUT_FOLDER: `${place.folder}/byhand.db`,
      POWERCUT_AT: String(FIRST_CUT + Math.floor(((LAST_CUT - FIRST_CUT) * cut) / cuts)),
      POWERCUT_SEED: String(cut + 1),
      ...env(cut),
    })
    if (doomed !== null) {
      while (
        (await Promise.race([doomed.ended, sendUntil(doomed.address, senders, () => false)])) === undefined
      ) {
        // Everybody was turned away; they try again until the power is gone.
      }
      expect(await doomed.ended).toBe(137)
    }
    toll.acknowledged += acknowledgedBy(senders)
    const store = await place.openStore().catch(() => null)
    const kept = store && (await findLostInStore(store, senders).catch(() => null))
    await store?.close()
    if (kept) {
      toll.lost += kept.lost.length
      toll.doubled += kept.doubled.length
    } else {
      toll.damaged++
      delete homes[worker]
    }
  })
  for (const home of homes) await home?.place.remove()
  figures('power cuts on SQLite', { cuts, ...env(1), ...toll })
  return toll
}

async function settleDown() {
  const place = await placeAt(undefined)
  return { place, keys: await place.firstKeys() }
}

it(`loses nothing and damages nothing over ${CUTS} power cuts`, async () => {
  const toll = await suffer(CUTS)
  expect(toll).toMatchObject({ lost: 0, doubled: 0, damaged: 0 })
  expect(toll.acknowledged).toBeGreaterThan(CUTS)
})

it(`loses nothing over ${FAILED_SYNCS} power cuts after a sync that failed once`, async () => {
  const toll = await suffer(FAILED_SYNCS, (cut) => ({
    POWERCUT_FAIL_SYNC: String(3 + cut),
    POWERCUT_AT: '600',
  }))
  expect(toll).toMatchObject({ lost: 0, doubled: 0, damaged: 0 })
  expect(toll.acknowledged).toBeGreaterThan(FAILED_SYNCS)
})

it('loses or damages data on a disk that only claims to sync (control)', async () => {
  const toll = await suffer(CONTROL_CUTS, () => ({ POWERCUT_LIE: '1' }))
  expect(toll.lost + toll.damaged).toBeGreaterThan(0)
})
