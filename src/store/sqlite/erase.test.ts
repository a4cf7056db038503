import { statSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bytesOf, newBatch, newReport, newSessionId, newWorkspace } from '../../../test/store/engine.ts'
import { keyOf, newAnalysis, newAnswer } from '../../../test/store/surveys.ts'
import type { Store } from '../store.ts'
import { openSqlite } from './sqlite.ts'

/** A busy machine takes several times as long; no assertion depends on time. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Enough to split and rebalance every b-tree many times. */
const SESSIONS = 1_500
const ERASED_EVERY = 3

let folder: string
let store: Store
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-erase-'))
  store = await openSqlite({ folder })
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

/** The words that some file of the data folder contains. */
async function found(words: readonly string[]): Promise<string[]> {
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))))
  return words.filter((word) => files.some((bytes) => bytes.includes(word)))
}

/** Control: bytes that only VACUUM removes, as a split page leaves them now and then. */
function leaveInUnusedSpace(word: string): void {
  const db = new Sqlite(join(folder, 'byhand.db'))
  db.pragma('secure_delete = OFF')
  db.exec(`CREATE TABLE copies (word TEXT); INSERT INTO copies VALUES ('${word}'); DROP TABLE copies`)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

/** SQLite copies rows when it splits a page. The unused space of the old page keeps the copies. */
const MAX_LEFT_BEFORE_VACUUM = 0.02

describe('erasing', () => {
  it('removes a session from every file by the next VACUUM, and keeps the others', async () => {
    const workspace = newWorkspace()
    const names = Array.from({ length: SESSIONS }, (_, index) => `marker-${newSessionId()}-${index}`)
    const keys = names.map((_, index) => ({ workspace, sessionId: `${newSessionId()}.${index}` }))
    await Promise.all(
      names.map(async (name, index) => {
        const key = keys[index] as (typeof keys)[number]
        // The bytes of a batch are compressed, so the search would not find a marker in them.
        const given = { ...key, userId: name, tags: [`tag-${name}`], ip: `ip-${name}`, bytes: bytesOf('x') }
        await store.sessions.append(newBatch({ ...given, receivedAt: (index * 7_919) % SESSIONS }))
        await store.sessions.saveReport(key, newReport(1, { record: `{"user":"${name}"}` }))
      }),
    )
    expect(await found(names)).toEqual(names)
    const erased = names.filter((_, index) => index % ERASED_EVERY === 0)
    await Promise.all(
      keys.filter((_, index) => index % ERASED_EVERY === 0).map((key) => store.sessions.erase(key)),
    )
    expect(statSync(join(folder, 'byhand.db-wal')).size).toBe(0)
    expect((await found(erased)).length).toBeLessThan(erased.length * MAX_LEFT_BEFORE_VACUUM)
    leaveInUnusedSpace('marker-left')
    expect(await found(['marker-left'])).toEqual(['marker-left'])
    await store.clearErased()
    expect(await found([...erased, 'marker-left'])).toEqual([])
    const ids = keys.filter((_, index) => index % ERASED_EVERY === 0).map(({ sessionId }) => sessionId)
    expect(await found(ids)).toEqual([])
    expect(await store.sessions.count()).toBe(SESSIONS - erased.length)
    expect(await store.sessions.byUser(workspace, names[1] as string, { limit: 1 })).toHaveLength(1)
  })

  it('removes a survey participant from every file by the next VACUUM', async () => {
    const workspace = newWorkspace()
    const names = Array.from({ length: 300 }, (_, index) => `marker-${newSessionId()}-${index}`)
    for (const [index, name] of names.entries()) {
      const answer = newAnswer([BigInt(index), 7n], { sketch: bytesOf(`sketch-${name}`) })
      await store.surveys.save(
        newAnalysis(keyOf(workspace, name), { deviceId: `device-${name}`, id: `id-${name}` }),
        [answer],
      )
    }
    const erased = names.filter((_, index) => index % ERASED_EVERY === 0)
    await Promise.all(erased.map((name) => store.surveys.erase(keyOf(workspace, name))))
    await store.clearErased()
    expect(await found(erased)).toEqual([])
    expect(await found(names)).toHaveLength(names.length - erased.length)
  })

  it('truncates the log once a reader that blocks it is done', async () => {
    const key = { workspace: newWorkspace(), sessionId: newSessionId() }
    await store.sessions.append(newBatch({ ...key, userId: 'marker-user' }))
    const reader = new Sqlite(join(folder, 'byhand.db'), { readonly: true })
    reader.exec('BEGIN; SELECT count(*) FROM sessions')
    reader.prepare('SELECT count(*) FROM sessions').get()
    await store.sessions.erase(key)
    expect(await found(['marker-user'])).toEqual(['marker-user'])
    reader.close()
    await expect.poll(() => found(['marker-user']), { timeout: 30_000 }).toEqual([])
  })

  it('needs no VACUUM where nothing was erased', async () => {
    await store.sessions.append(newBatch({ workspace: newWorkspace(), sessionId: newSessionId() }))
    const { mtimeMs } = statSync(join(folder, 'byhand.db'))
    await store.clearErased()
    expect(statSync(join(folder, 'byhand.db')).mtimeMs).toBe(mtimeMs)
  })
})
