/** A power cut of the machine with PostgreSQL: all acknowledged batches were synced. The control is `fsync = off`. */
import { expect, it } from 'vitest'
import { startPostgres } from '../setup/postgres.ts'
import { cycles, figures } from './cycles.ts'
import { installationAt, until } from './engines.ts'
import { acknowledgedBy, findLost, makeSender, sendUntil } from './marked_batches.ts'
import { seededRandom } from './random.ts'
import { printedKeys } from './service_process.ts'
import { makeSimulatedDisk } from './simulated_disk.ts'

const CUTS = cycles(3, 100)
const EARLY_CUTS = cycles(1, 20)
const CONTROL_CUTS = cycles(1, 5)
const SENDERS = 8
const ACKNOWLEDGED_BEFORE_CUT = 30
/** Additional batches before the cut, so that it happens at different points. */
const SPREAD = 90

/** Small segments and frequent checkpoints, so that cuts hit all kinds of writes. */
const FREQUENT_WRITES = {
  max_wal_size: '4MB',
  min_wal_size: '2MB',
  checkpoint_timeout: '30s',
  bgwriter_delay: '10ms',
  wal_writer_delay: '10ms',
  // The only kind of sync that the simulated disk intercepts.
  recovery_init_sync_method: 'fsync',
}

const EARLY = { synchronous_commit: 'off', wal_writer_delay: '10s' }

interface Losses {
  acknowledged: number
  lost: number
  duplicated: number
  /** Cuts after which the server did not start or could not read its data. */
  damaged: number
  /** Unsynced sectors that did not survive. */
  sectorsLost: number
}

async function cutPower(cuts: number, fsync: boolean, settings = FREQUENT_WRITES): Promise<Losses> {
  const losses: Losses = { acknowledged: 0, lost: 0, duplicated: 0, damaged: 0, sectorsLost: 0 }
  const disk = await makeSimulatedDisk()
  const { data, environment } = disk
  const server = await startPostgres({
    fsync,
    data,
    environment,
    initArgs: ['--wal-segsize=1'],
    settings,
  })
  const installation = await installationAt(await server.newDatabase())
  const service = await installation.start()
  const keys = await printedKeys(service)
  await server.kill()
  disk.markSynced()
  await server.restart()
  const random = seededRandom(11)
  for (let cut = 0; cut < cuts && losses.damaged === 0; cut++) {
    const senders = Array.from({ length: SENDERS }, () => makeSender(keys))
    let stop = false
    const sending = sendUntil(service.address, senders, () => stop)
    await until(() => acknowledgedBy(senders) >= ACKNOWLEDGED_BEFORE_CUT + random() * SPREAD)
    await server.kill()
    stop = true
    await sending
    losses.acknowledged += acknowledgedBy(senders)
    losses.sectorsLost += disk.cut(random).lost
    try {
      await server.restart()
      const kept = await findLost(service.address, keys, senders)
      losses.lost += kept.lost.length
      losses.duplicated += kept.duplicated.length
    } catch {
      losses.damaged++
    }
    await server.kill()
    disk.markSynced()
    if (losses.damaged === 0) await server.restart()
  }
  await service.kill('SIGKILL')
  await server.stop()
  await installation.remove()
  await disk.remove()
  figures('power cuts on PostgreSQL', { cuts, fsync, ...losses })
  return losses
}

it(`loses nothing and damages nothing over ${CUTS} power cuts`, async () => {
  const losses = await cutPower(CUTS, true)
  expect(losses).toMatchObject({ lost: 0, duplicated: 0, damaged: 0 })
  expect(losses.acknowledged).toBeGreaterThanOrEqual(CUTS * ACKNOWLEDGED_BEFORE_CUT)
  expect(losses.sectorsLost).toBeGreaterThan(CUTS)
})

it('loses nothing with synchronous_commit off in the server, because each node sets it', async () => {
  const losses = await cutPower(EARLY_CUTS, true, { ...FREQUENT_WRITES, ...EARLY })
  expect(losses).toMatchObject({ lost: 0, duplicated: 0, damaged: 0 })
})

it('loses or damages data with fsync off (control)', async () => {
  const losses = await cutPower(CONTROL_CUTS, false)
  expect(losses.lost + losses.damaged).toBeGreaterThan(0)
})
