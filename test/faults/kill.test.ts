/** 200 means stored: nothing acknowledged is lost when the process is killed, at any moment. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cycles } from './cycles.ts'
import { findLost, makeSender, sendUntil } from './marked_batches.ts'
import { mustStart, printedKeys } from './service_process.ts'

const CYCLES = cycles(5, 200)
const SENDERS = 8
/** Enough batches for several group commits, few enough to be killed in the middle of one. */
const ACKNOWLEDGED_BEFORE_KILL = 40

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-kill-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = () => mustStart(folder)

it(`loses nothing over ${CYCLES} kills`, async () => {
  let service = await start()
  const keys = await printedKeys(service)
  const everyone = []
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const senders = Array.from({ length: SENDERS }, () => makeSender(keys))
    everyone.push(...senders)
    const acknowledged = () => senders.reduce((sum, sender) => sum + sender.acknowledged.length, 0)
    const sending = sendUntil(service.address, senders, () => false)
    while (acknowledged() < ACKNOWLEDGED_BEFORE_KILL + cycle) await new Promise(setImmediate)
    await service.kill('SIGKILL')
    await sending
    service = await start()
    expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], doubled: [] })
  }
  expect(await findLost(service.address, keys, everyone)).toEqual({ lost: [], doubled: [] })
  await service.kill('SIGTERM')
})

it('would notice a batch that was acknowledged and is not there', async () => {
  const service = await start()
  const keys = await printedKeys(service)
  const sender = makeSender(keys)
  for (let i = 0; i < 3; i++) await sender.send(service.address)
  sender.acknowledged.push('batch that never was')
  expect((await findLost(service.address, keys, [sender])).lost).toEqual(['batch that never was'])
  await service.kill('SIGTERM')
})
