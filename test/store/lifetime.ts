import { afterEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { type Engine, newBatch, newReport, newWorkspace, type Place, rowOf, startSession } from './engine.ts'
import { keyOf, newAnalysis, newAnswer } from './surveys.ts'

/** Opening and closing, also by several processes. */
export function lifetimeSuite(engine: Engine): void {
  const places: Place[] = []
  const stores: Store[] = []
  const newPlace = async () => {
    const place = await engine.place()
    places.push(place)
    return place
  }
  const opened = async (place: Place) => {
    const store = await place.open()
    stores.push(store)
    return store
  }
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close()
    for (const place of places.splice(0)) await place.remove()
  })

  describe('opening', () => {
    it('finds the stored data', async () => {
      const place = await newPlace()
      const workspace = newWorkspace()
      const first = await place.open()
      const sessionId = await startSession(first, workspace, { userId: 'u', tags: ['t'] })
      await first.sessions.saveReport({ workspace, sessionId }, newReport(1))
      const secret = await first.keys.secret('name', Uint8Array.of(1, 2, 3))
      const key = keyOf(workspace, 'p')
      await first.surveys.save(newAnalysis(key), [newAnswer([1n])])
      const before = await first.sessions.find({ workspace, sessionId })
      await first.close()

      const second = await opened(place)
      expect(await second.sessions.find({ workspace, sessionId })).toEqual(before)
      expect(await second.sessions.batches({ workspace, sessionId })).toHaveLength(1)
      expect(await second.sessions.append(newBatch({ workspace, sessionId }))).toMatchObject({
        status: 'repeated',
      })
      expect(await second.keys.secret('name', Uint8Array.of(9))).toEqual(secret)
      expect(await second.surveys.find(key)).toEqual(newAnalysis(key))
      expect(await second.surveys.neighbors(keyOf(workspace, 'x'), 'q1', [1n], 9)).toHaveLength(1)
    })

    it('works for four concurrent processes on an empty place', async () => {
      const place = await newPlace()
      const results = await Promise.allSettled(Array.from({ length: 4 }, () => opened(place)))
      const open = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value)
      expect(open).toHaveLength(engine.shared ? 4 : 1)
      for (const result of results) {
        if (result.status === 'rejected') expect(String(result.reason)).toContain('in use by another process')
      }
      const secrets = await Promise.all(
        open.map((store, index) => store.keys.secret('s', Uint8Array.of(index))),
      )
      expect(new Set(secrets.map(String)).size).toBe(1)
      const workspace = newWorkspace()
      await Promise.all(
        open.map((store) => store.sessions.append(newBatch({ workspace, sessionId: 'shared' }))),
      )
      for (const store of open) expect((await rowOf(store, workspace, 'shared')).batchCount).toBe(1)
    })

    it('rejects requests after closing', async () => {
      const store = await (await newPlace()).open()
      await store.ping()
      await store.close()
      await expect(store.ping()).rejects.toThrow()
      await expect(startSession(store, newWorkspace())).rejects.toThrow()
    })
  })
}
