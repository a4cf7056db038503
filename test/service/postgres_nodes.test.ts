/** Features of PostgreSQL only: several nodes on one database, and a database that fails and recovers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { StoreRefused, StoreUnavailable } from '../../src/store/errors.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { restore } from '../../src/store/restore.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { type PostgresServer, startPostgres } from '../setup/postgres.ts'
import { newBatch, newReport, newSessionId, newWorkspace, rowOf, startSession } from '../store/engine.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ fsync: false })
})
afterAll(() => server?.stop())

async function nodes(count: number): Promise<Store[]> {
  const url = await server.newDatabase()
  return Promise.all(Array.from({ length: count }, () => openPostgres({ url, connections: 5 })))
}

const closeAll = (stores: readonly Store[]) => Promise.all(stores.map((store) => store.close()))

describe('several nodes on one database', () => {
  it('store each batch once, although every node receives all of them', async () => {
    const stores = await nodes(3)
    const workspace = newWorkspace()
    const ids = Array.from({ length: 8 }, newSessionId)
    const batches = ids.flatMap((sessionId) =>
      Array.from({ length: 6 }, (_, seq) =>
        newBatch({ workspace, sessionId, seq, userId: `u${seq}`, tags: [`t${seq}`] }),
      ),
    )
    const results = await Promise.all(
      stores.flatMap((store) => batches.map((batch) => store.sessions.append(batch))),
    )
    expect(results.filter(({ status }) => status === 'stored')).toHaveLength(batches.length)
    expect(results.filter(({ status }) => status === 'repeated')).toHaveLength(batches.length * 2)
    for (const sessionId of ids) {
      const row = await rowOf(stores[0] as Store, workspace, sessionId)
      expect(row).toMatchObject({
        batchCount: 6,
        rowCount: 18,
        revision: 6,
        userId: 'u5',
        tags: ['t5'],
        tampered: 0,
      })
    }
    await closeAll(stores)
  })

  it('assign an unscored session to one of them', async () => {
    const stores = await nodes(3)
    const workspace = newWorkspace()
    for (let index = 0; index < 30; index++) await startSession(stores[0] as Store, workspace)
    const shares = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (stores[index % 3] as Store).sessions.claimUnscored(5, 5_000, 9_000, 20_000),
      ),
    )
    const claimed = shares.flat().map(({ sessionId }) => sessionId)
    expect(new Set(claimed).size).toBe(claimed.length)
    await closeAll(stores)
  })

  it('see what another node wrote since their last batch', async () => {
    const [one, other] = (await nodes(2)) as [Store, Store]
    const workspace = newWorkspace()
    const sessionId = newSessionId()
    for (let seq = 0; seq < 6; seq++) {
      const store = seq % 2 === 0 ? one : other
      const { status } = await store.sessions.append(
        newBatch({ workspace, sessionId, seq, userId: `u${seq}` }),
      )
      expect(status).toBe('stored')
    }
    expect(await rowOf(one, workspace, sessionId)).toMatchObject({ batchCount: 6, revision: 6, userId: 'u5' })
    // Erased elsewhere, and created again by another tab.
    await other.sessions.erase({ workspace, sessionId })
    const again = newBatch({ workspace, sessionId, tabSecret: Buffer.alloc(32, 7) })
    expect((await other.sessions.append(again)).status).toBe('stored')
    const next = newBatch({ workspace, sessionId, seq: 1, tabSecret: Buffer.alloc(32, 7) })
    expect((await one.sessions.append(next)).status).toBe('stored')
    await closeAll([one, other])
  })

  it('never restore an erased session', async () => {
    const [one, other] = (await nodes(2)) as [Store, Store]
    const workspace = newWorkspace()
    for (let round = 0; round < 20; round++) {
      const sessionId = await startSession(one, workspace)
      const key = { workspace, sessionId }
      const { tabSecret: _, ...later } = newBatch({ ...key, seq: 1 })
      await Promise.all([
        one.sessions.append(later),
        other.sessions.erase(key),
        one.sessions.saveReport(key, newReport(1)),
      ])
      expect(await one.sessions.find(key)).toBeNull()
      expect(await one.sessions.batches(key)).toEqual([])
    }
    await closeAll([one, other])
  })

  it('reject a database of a newer version', async () => {
    const url = await server.newDatabase()
    await (await openPostgres({ url })).close()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("INSERT INTO migrations VALUES (999, 'later', 999)")
    await client.end()
    await expect(openPostgres({ url })).rejects.toThrow(StoreRefused)
    await expect(openPostgres({ url })).rejects.toThrow(
      'and requires a version of Byhand that supports database version',
    )
  })
})

describe('a database that fails and recovers', () => {
  it('times out while it is silent, and is used again when it responds', async () => {
    const mine = await startPostgres({ fsync: false })
    const store = await openPostgres({ url: mine.url })
    const workspace = newWorkspace()
    const sessionId = await startSession(store, workspace)
    await mine.freeze()
    const results = await Promise.allSettled([
      startSession(store, workspace),
      store.sessions.find({ workspace, sessionId }),
      store.ping(),
    ])
    for (const result of results) expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) })
    await mine.thaw()
    // After a failed write, `ping` fails for some seconds.
    await vi.waitFor(() => store.ping(), { timeout: 20_000, interval: 200 })
    expect((await rowOf(store, workspace, sessionId)).batchCount).toBe(1)
    await startSession(store, workspace)
    await store.close()
    await mine.stop()
  })

  it('loses no acknowledged batch when it is killed, and is used again after its restart', async () => {
    const mine = await startPostgres({ fsync: true })
    const store = await openPostgres({ url: mine.url })
    const workspace = newWorkspace()
    const acknowledged: string[] = []
    let refused = 0
    let stop = false
    const load = Array.from({ length: 20 }, async () => {
      while (!stop) {
        const sessionId = newSessionId()
        try {
          await startSession(store, workspace, { sessionId })
          acknowledged.push(sessionId)
        } catch (error) {
          expect(error).toBeInstanceOf(StoreUnavailable)
          refused++
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
    })
    const until = async (condition: () => boolean) => {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await until(() => acknowledged.length > 200)
    await mine.kill()
    await until(() => refused > 20)
    const before = acknowledged.length
    await mine.restart()
    await until(() => acknowledged.length > before + 100)
    stop = true
    await Promise.all(load)
    for (const sessionId of acknowledged)
      expect((await rowOf(store, workspace, sessionId)).batchCount).toBe(1)
    await store.close()
    await mine.stop()
  })
})

describe('changing the store', () => {
  it('moves a data folder into PostgreSQL and back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'byhand-grow-'))
    const small = await openSqlite({ folder: join(folder, 'small') })
    const workspace = newWorkspace()
    const ids: string[] = []
    for (let index = 0; index < 300; index++) {
      const given = {
        userId: `u\u0000${index % 7}`,
        tags: ['all', `${index % 5}`],
        receivedAt: 1_000 + index,
      }
      const sessionId = await startSession(small, workspace, given)
      if (index % 3 === 0) await small.sessions.saveReport({ workspace, sessionId }, newReport(1))
      ids.push(sessionId)
    }
    const contentOf = async (store: Store) => ({
      all: await store.sessions.byTag(workspace, 'all', { limit: 500 }),
      user: await store.sessions.byUser(workspace, 'u\u00003', { limit: 500 }),
      batches: await Array.fromAsync(ids, (sessionId) => store.sessions.batches({ workspace, sessionId })),
      due: (await store.sessions.claimUnscored(500, 5_000, 6_000, 6_000)).length,
    })
    await small.backup(join(folder, 'one'))
    const url = await server.newDatabase()
    await restore(join(folder, 'one'), url, '')
    const large = await openPostgres({ url })
    expect(await contentOf(large)).toEqual(await contentOf(small))
    await large.backup(join(folder, 'two'))
    await restore(join(folder, 'two'), '', join(folder, 'back'))
    const back = await openSqlite({ folder: join(folder, 'back') })
    expect(await contentOf(back)).toEqual(await contentOf(small))
    await closeAll([small, large, back])
    await rm(folder, { recursive: true })
  })
})
