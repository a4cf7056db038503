/** A power cut of the machine PostgreSQL runs on: what it acknowledged it had synced. The control is `fsync = off`. */
import { expect, it } from 'vitest'
import { startPostgres } from '../setup/postgres.ts'
import { seededChance } from './chance.ts'
import { cycles, figures } from './cycles.ts'
import { placeAt, until } from './engines.ts'
import { acknowledgedBy, findLost, makeSender, sendUntil } from './marked_batches.ts'
import { makePlatter } from './platter.ts'
import { printedKeys } from './service_process.ts'

const CUTS = cycles(3, 100)
const EARLY_CUTS = cycles(1, 20)
const CONTROL_CUTS = cycles(1, 5)
const SENDERS = 8
const ACKNOWLEDGED_BEFORE_CUT = 30
/** Batches more before the cut, so that it does not always fall at the same point. */
const SPREAD = 90

/** Small segments and frequent checkpoints, so that cuts fall among all the ways in which it writes. */
const RESTLESS = {
  max_wal_size: '4MB',
  min_wal_size: '2MB',
  checkpoint_timeout: '30s',
  bgwriter_delay: '10ms',
  wal_writer_delay: '10ms',
  // The only kind of sync that the platter hears of.
  recovery_init_sync_method: 'fsync',
}

const EARLY = { synchronous_commit: 'off', wal_writer_delay: '10s' }

interface Toll {
  acknowledged: number
  lost: number
  doubled: number
  /** Cuts after which it did not start, or could not read what it holds. */
  damaged: number
  /** Sectors that were not synced and did not survive. */
  sectorsLost: number
}

async function suffer(cuts: number, fsync: boolean, settings = RESTLESS): Promise<Toll> {
  const toll: Toll = { acknowledged: 0, lost: 0, doubled: 0, damaged: 0, sectorsLost: 0 }
  const platter = await makePlatter()
  const { data, environment } = platter
  const server = await startPostgres({
    fsync,
    data,
    environment,
    initArgs: ['--wal-segsize=1'],
    settings,
  })
  const place = await placeAt(await server.newDatabase())
  const service = await place.start()
  const keys = await printedKeys(service)
  await server.kill()
  platter.settle()
  await server.restart()
  const chance = seededChance(11)
  for (let cut = 0; cut < cuts && toll.damaged === 0; cut++) {
    const senders = Array.from({ length: SENDERS }, () => makeSender(keys))
    let stop = false
    const sending = sendUntil(service.address, senders, () => stop)
    await until(() => acknowledgedBy(senders) >= ACKNOWLEDGED_BEFORE_CUT + chance() * SPREAD)
    await server.kill()
    stop = true
    await sending
    toll.acknowledged += acknowledgedBy(senders)
    toll.sectorsLost += platter.cut(chance).lost
    try {
      await server.restart()
      const kept = await findLost(service.address, keys, senders)
      toll.lost += kept.lost.length
      toll.doubled += kept.doubled.length
    } catch {
      toll.damaged++
    }
    await server.kill()
    platter.settle()
    if (toll.damaged === 0) await server.restart()
  }
  await service.kill('SIGKILL')
  await server.stop()
  await place.remove()
  await platter.remove()
  figures('power cuts on PostgreSQL', { cuts, fsync, ...toll })
  return toll
}

it(`loses nothing and damages nothing over ${CUTS} power cuts`, async () => {
  const toll = await suffer(CUTS, true)
  expect(toll).toMatchObject({ lost: 0, doubled: 0, damaged: 0 })
  expect(toll.acknowledged).toBeGreaterThanOrEqual(CUTS * ACKNOWLEDGED_BEFORE_CUT)
  expect(toll.sectorsLost).toBeGreaterThan(CUTS)
})

it('loses nothing though the server is set to acknowledge early, because no node lets it', async () => {
  const toll = await suffer(EARLY_CUTS, true, { ...RESTLESS, ...EARLY })
  expect(toll).toMatchObject({ lost: 0, doubled: 0, damaged: 0 })
})

it('loses or damages data with fsync off (control)', async () => {
  const toll = await suffer(CONTROL_CUTS, false)
  expect(toll.lost + toll.damaged).toBeGreaterThan(0)
})
