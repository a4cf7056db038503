/** A backup under load is consistent, and restores byte for byte on either engine. */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readBackup } from '../../src/store/backup/format.ts'
import { byhand } from '../service/command.ts'
import { cycles } from './cycles.ts'
import { ENGINES, type Engine, type EngineName, openEngine, until } from './engines.ts'
import { acknowledgedBy, findLostInStore, makeSender, sendUntil } from './marked_batches.ts'
import { printedKeys } from './service_process.ts'

const BACKUPS = cycles(1, 10)
const SENDERS = 8
const BATCHES_BETWEEN = 60

/** A digest of the content, independent of row order. */
async function checksumOf(file: string): Promise<string> {
  const rows: string[] = []
  for await (const { table, values } of readBackup(file)) {
    rows.push(
      JSON.stringify([
        table,
        values.map((value) =>
          value instanceof Uint8Array ? [Buffer.from(value).toString('base64')] : value,
        ),
      ]),
    )
  }
  return createHash('sha256').update(rows.sort().join('\n')).digest('hex')
}

const engines = new Map<string, Engine>()
beforeAll(async () => {
  for (const name of ENGINES) engines.set(name, await openEngine(name, { fsync: false }))
})
afterAll(async () => {
  for (const engine of engines.values()) await engine.stop()
})
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe.each(ENGINES)('a backup of %s under load', (name) => {
  it(`contains all batches acknowledged before it began, ${BACKUPS} times, and restores into both engines`, async () => {
    const installation = await (engines.get(name) as Engine).newInstallation()
    const service = await installation.start()
    const keys = await printedKeys(service)
    const senders = Array.from({ length: SENDERS }, () => makeSender(keys))
    for (let round = 0; round < BACKUPS; round++) {
      let stop = false
      const sending = sendUntil(service.address, senders, () => stop)
      const before = acknowledgedBy(senders)
      await until(() => acknowledgedBy(senders) >= before + BATCHES_BETWEEN)
      const then = senders.map(({ sessionId, acknowledged }) => ({
        sessionId,
        acknowledged: [...acknowledged],
      }))
      const file = join(folder, `${round}.byhand`)
      const made = await byhand({ folder: installation.folder, env: installation.env }, 'backup', file)
      // The load is only needed during the backup; the comparison runs without it.
      stop = true
      await sending
      expect(made.code, made.stderr).toBe(0)
      const checksum = await checksumOf(file)
      const restoreInto = async (other: EngineName) => {
        const target = await (engines.get(other) as Engine).newInstallation()
        const restored = await byhand({ folder: target.folder, env: target.env }, 'restore', file)
        expect(restored.code, restored.stderr).toBe(0)
        const store = await target.openStore()
        expect(await findLostInStore(store, then)).toEqual({ lost: [], duplicated: [] })
        const again = join(folder, `${round} ${other}.byhand`)
        await store.backup(again)
        await store.close()
        expect(await checksumOf(again)).toBe(checksum)
        await target.remove()
      }
      await Promise.all(ENGINES.map(restoreInto))
      await rm(file)
    }
    await service.kill('SIGTERM')
    await installation.remove()
  })
})

it('a missing batch is found, and a modified backup is rejected (control)', async () => {
  const installation = await (engines.get('SQLite') as Engine).newInstallation()
  const service = await installation.start()
  const keys = await printedKeys(service)
  const sender = makeSender(keys)
  await sender.send(service.address)
  const file = join(folder, 'early.byhand')
  expect((await byhand({ folder: installation.folder }, 'backup', file)).code).toBe(0)
  await sender.send(service.address)
  await service.kill('SIGTERM')
  const target = await (engines.get('SQLite') as Engine).newInstallation()
  expect((await byhand({ folder: target.folder }, 'restore', file)).code).toBe(0)
  const store = await target.openStore()
  expect((await findLostInStore(store, [sender])).lost).toHaveLength(1)
  await store.close()

  const bytes = await readFile(file)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1
  await writeFile(join(folder, 'changed.byhand'), bytes)
  const empty = await (engines.get('SQLite') as Engine).newInstallation()
  const refused = await byhand({ folder: empty.folder }, 'restore', join(folder, 'changed.byhand'))
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('damaged or incomplete')
  for (const one of [installation, target, empty]) await one.remove()
})
