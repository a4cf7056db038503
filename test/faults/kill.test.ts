/** A batch answered with 200 is stored: no acknowledged batch is lost when the process is killed at any time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cycles, figures } from './cycles.ts'
import { ENGINES, type Engine, inParallel, openEngine, until } from './engines.ts'
import { acknowledgedBy, findLost, makeSender, type Sender, sendUntil } from './marked_batches.ts'
import { printedKeys } from './service_process.ts'

const KILLS = cycles(4, 200)
const DATABASE_KILLS = cycles(2, 60)
const PARALLEL = 2
const SENDERS = 8
/** Enough batches for several group commits, few enough to kill the process in the middle of one. */
const ACKNOWLEDGED_BEFORE_KILL = 30
/** Additional batches before the kill, so that it happens at different points. */
const SPREAD = 60

const sendersOf = (keys: Parameters<typeof makeSender>[0]) =>
  Array.from({ length: SENDERS }, () => makeSender(keys))

describe.each(ENGINES)('a service on %s that is killed', (name) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openEngine(name)
  })
  afterAll(() => engine?.stop())

  it(`loses nothing over ${KILLS} kills`, async () => {
    let acknowledged = 0
    await inParallel(PARALLEL, PARALLEL, async (worker) => {
      const installation = await engine.newInstallation()
      let service = await installation.start()
      const keys = await printedKeys(service)
      const allSenders: Sender[] = []
      for (let cycle = worker; cycle < KILLS; cycle += PARALLEL) {
        const senders = sendersOf(keys)
        allSenders.push(...senders)
        const sending = sendUntil(service.address, senders, () => false)
        await until(() => acknowledgedBy(senders) >= ACKNOWLEDGED_BEFORE_KILL + ((cycle * 7) % SPREAD))
        await service.kill('SIGKILL')
        await sending
        service = await installation.start()
        expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], duplicated: [] })
      }
      expect(await findLost(service.address, keys, allSenders)).toEqual({ lost: [], duplicated: [] })
      await service.kill('SIGTERM')
      await installation.remove()
      acknowledged += acknowledgedBy(allSenders)
    })
    figures(`kills on ${name}`, { kills: KILLS, acknowledged, lost: 0 })
    expect(acknowledged).toBeGreaterThanOrEqual(KILLS * ACKNOWLEDGED_BEFORE_KILL)
  })

  it('an acknowledged batch that is missing is found (control)', async () => {
    const installation = await engine.newInstallation()
    const service = await installation.start()
    const keys = await printedKeys(service)
    const sender = makeSender(keys)
    for (let i = 0; i < 3; i++) await sender.send(service.address)
    sender.acknowledged.push('batch that never was')
    expect((await findLost(service.address, keys, [sender])).lost).toEqual(['Clicked "batch that never was"'])
    await service.kill('SIGTERM')
    await installation.remove()
  })
})

describe('a PostgreSQL that is killed', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openEngine('PostgreSQL')
  })
  afterAll(() => engine?.stop())

  it(`loses nothing over ${DATABASE_KILLS} kills of one process or of all, and the service continues`, async () => {
    const { server } = engine
    if (!server) throw new Error('there is no server to kill')
    const installation = await engine.newInstallation()
    const service = await installation.start()
    const keys = await printedKeys(service)
    const allSenders: Sender[] = []
    const outcomes = new Set<number | 'failed'>()
    for (let cycle = 0; cycle < DATABASE_KILLS; cycle++) {
      const senders = sendersOf(keys)
      allSenders.push(...senders)
      let stop = false
      const sending = sendUntil(service.address, senders, () => stop)
      await until(() => acknowledgedBy(senders) >= ACKNOWLEDGED_BEFORE_KILL + ((cycle * 7) % SPREAD))
      if (cycle % 2 === 0) {
        await server.killBackend()
      } else {
        await server.kill()
        await server.restart()
      }
      const before = acknowledgedBy(senders)
      await until(() => acknowledgedBy(senders) > before + SENDERS)
      stop = true
      await sending
      for (const { answers } of senders) for (const status of answers.keys()) outcomes.add(status)
      expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], duplicated: [] })
    }
    expect([...outcomes].sort()).toEqual([200, 503])
    figures('kills of PostgreSQL', { kills: DATABASE_KILLS, acknowledged: acknowledgedBy(allSenders) })
    expect(await findLost(service.address, keys, allSenders)).toEqual({ lost: [], duplicated: [] })
    await service.kill('SIGTERM')
    await installation.remove()
  })
})
