import { closeSync, cpSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { amount } from '../../../test/service/attack_full.ts'
import { newBatch, newReport } from '../../../test/store/engine.ts'
import { newKey } from '../../../test/store/keys.ts'
import { StoreDamaged, StoreRefused } from '../errors.ts'
import type { Store } from '../store.ts'
import { databaseFile } from './connection.ts'
import { openSqlite } from './sqlite.ts'

/** A busy machine takes several times as long; no assertion depends on time. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const SESSIONS = 40
/** One in so many pages gets two flipped bits. */
const PAGE_STEP = amount(17, 3)

const MARKS = [1, 2, 3]

let original: string
beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), 'byhand-damage-'))
  const store = await openSqlite({ folder: original })
  for (let index = 0; index < SESSIONS; index++) {
    const key = { workspace: 'w', sessionId: `session-${index}` }
    const bytes = Uint8Array.from({ length: 600 }, (_, at) => (at * at * (index + 1)) >> 3)
    await store.sessions.append(
      newBatch({ ...key, receivedAt: index, userId: `u${index % 3}`, tags: ['t', `${index}`], bytes }),
    )
    if (index % 2)
      await store.sessions.saveReport(key, {
        ...newReport(1, { record: `{"n":${index}}` }),
        marks: MARKS,
      })
  }
  await store.keys.create(newKey('w', 'first'))
  await store.close()
})
afterAll(() => rm(original, { recursive: true }))

async function everything(store: Store): Promise<Map<string, unknown>> {
  const results = new Map<string, unknown>()
  const read = async (name: string, ask: () => Promise<unknown>) => {
    results.set(
      name,
      await ask().catch((error) => (error instanceof StoreDamaged ? 'refused' : Promise.reject(error))),
    )
  }
  for (let index = 0; index < SESSIONS; index++) {
    const key = { workspace: 'w', sessionId: `session-${index}` }
    await read(`find ${index}`, () => store.sessions.find(key))
    await read(`batches ${index}`, () => store.sessions.batches(key))
  }
  for (const user of ['u0', 'u1', 'u2'])
    await read(user, () => store.sessions.byUser('w', user, { limit: 99 }))
  await read('tag', () => store.sessions.byTag('w', 't', { limit: 99 }))
  await read('recent', () => store.sessions.recent('w', { limit: 99 }))
  await read('page', () => store.sessions.page(99))
  const key = { workspace: 'w', sessionId: 'none' }
  await read('sharing', () => store.sessions.sharing(key, SESSIONS, MARKS, 1, 99))
  return results
}

async function opened<T>(folder: string, use: (store: Store) => Promise<T>): Promise<T | 'refused'> {
  let store: Store
  try {
    store = await openSqlite({ folder })
  } catch (error) {
    if (error instanceof StoreDamaged) return 'refused'
    throw error
  }
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

describe('a damaged file', () => {
  it('returns the stored data or an error, wherever a bit is flipped', async () => {
    const truth = (await opened(original, everything)) as Map<string, unknown>
    const pages = statSync(databaseFile(original)).size / 4_096
    const counts = { right: 0, refused: 0 }
    for (let page = 0; page < pages; page += PAGE_STEP) {
      const folder = await mkdtemp(join(tmpdir(), 'byhand-damage-'))
      cpSync(original, folder, { recursive: true })
      flip(databaseFile(folder), [page * 4_096 + 3 + page, page * 4_096 + 4_095 - ((page * 37) % 600)])
      const results = await opened(folder, everything)
      await rm(folder, { recursive: true })
      if (results === 'refused') {
        counts.refused++
        continue
      }
      const differing = [...truth].filter(
        ([name, value]) => !Object.is(JSON.stringify(results.get(name)), JSON.stringify(value)),
      )
      expect(differing.filter(([name]) => results.get(name) !== 'refused')).toEqual([])
      counts[differing.length === 0 ? 'right' : 'refused']++
    }
    expect(counts.refused).toBeGreaterThan(0)
  })

  it('is refused when it is no database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'byhand-damage-'))
    cpSync(original, folder, { recursive: true })
    const file = openSync(databaseFile(folder), 'r+')
    writeSync(file, 'this is not a database, is it?', 0)
    closeSync(file)
    await expect(openSqlite({ folder })).rejects.toThrow(StoreDamaged)
    await rm(folder, { recursive: true })
  })

  it.each(['sessions_recent', 'mark_index'])('is repaired when only %s is damaged', async (index) => {
    const folder = await withDamagedIndex(index)
    const truth = await opened(original, everything)
    expect(await opened(folder, everything)).toEqual(truth)
    await rm(folder, { recursive: true })
  })

  it('is refused when an index differs from a row without a checksum', async () => {
    const folder = await withDamagedIndex('keys_id')
    await expect(openSqlite({ folder })).rejects.toThrow(StoreDamaged)
    await rm(folder, { recursive: true })
  })
})

describe('a database of a newer version', () => {
  it('is refused with a message, and not changed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'byhand-newer-'))
    await (await openSqlite({ folder })).close()
    const db = new Sqlite(databaseFile(folder))
    db.pragma('user_version = 999')
    db.close()
    await expect(openSqlite({ folder })).rejects.toThrow(StoreRefused)
    await expect(openSqlite({ folder })).rejects.toThrow('but this version of Byhand only supports version')
    const after = new Sqlite(databaseFile(folder))
    expect(after.pragma('user_version', { simple: true })).toBe(999)
    after.close()
    await rm(folder, { recursive: true })
  })
})

async function withDamagedIndex(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-damage-'))
  cpSync(original, folder, { recursive: true })
  const db = new Sqlite(databaseFile(folder))
  const [page] = db
    .prepare<[string], number>(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'`)
    .pluck()
    .all(name)
  db.close()
  // The last bytes of a leaf are its first cell: an id, and the row it stands for.
  flip(databaseFile(folder), [(page as number) * 4_096 - 5])
  return folder
}

function flip(path: string, offsets: readonly number[]): void {
  const bytes = readFileSync(path)
  const file = openSync(path, 'r+')
  for (const offset of offsets) writeSync(file, Uint8Array.of((bytes[offset] as number) ^ 4), 0, 1, offset)
  closeSync(file)
}
