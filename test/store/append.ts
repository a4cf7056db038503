import { describe, expect, it } from 'vitest'
import { SESSION } from '../../src/contract/limits.ts'
import {
  bytesOf,
  newBatch,
  newSessionId,
  newWorkspace,
  rowOf,
  type Subject,
  sha256,
  startSession,
  withToken,
} from './engine.ts'

export function appendSuite(store: Subject): void {
  describe('append', () => {
    it('stores a batch and returns the start of the session', async () => {
      const [workspace, sessionId] = [newWorkspace(), newSessionId()]
      const first = newBatch({ workspace, sessionId, receivedAt: 5_000, ip: '192.0.2.1' })
      expect(await store().sessions.append(first)).toEqual({
        status: 'stored',
        startedAt: 5_000,
        created: true,
      })
      const second = withToken(newBatch({ workspace, sessionId, seq: 1, receivedAt: 6_000, rows: 4 }, 'two!'))
      expect(await store().sessions.append(second)).toEqual({
        status: 'stored',
        startedAt: 5_000,
        created: false,
      })
      expect(await store().sessions.find({ workspace, sessionId })).toEqual({
        session: {
          workspace,
          sessionId,
          siteKeyId: 'key_1',
          startedAt: 5_000,
          lastAt: 6_000,
          userId: null,
          tags: [],
          revision: 2,
          batchCount: 2,
          rowCount: 7,
          byteCount: first.bytes.length + 4,
          tampered: 0,
          overflow: 0,
          ip: '192.0.2.1',
        },
        report: null,
        hasLabel: false,
        hasStepUp: false,
      })
    })

    it('returns batches by page, tab and seq, in any order of arrival', async () => {
      const [workspace, sessionId] = [newWorkspace(), newSessionId()]
      const places = [
        { page: 0, tab: 'BBBBBBBB', seq: 0 },
        { page: 0, tab: 'BBBBBBBB', seq: 1 },
        { page: 0, tab: 'zzzzzzzz', seq: 0 },
        { page: 2, tab: 'AAAAAAAA', seq: 0 },
        { page: 2, tab: 'AAAAAAAA', seq: 11 },
      ]
      for (const place of [3, 1, 4, 2, 0].map((index) => places[index])) {
        await store().sessions.append(newBatch({ workspace, sessionId, ...place }, JSON.stringify(place)))
      }
      const batches = await store().sessions.batches({ workspace, sessionId })
      expect(batches.map(({ page, tab, seq }) => ({ page, tab, seq }))).toEqual(places)
      for (const { page, tab, seq, bytes } of batches) {
        expect(new TextDecoder().decode(bytes)).toBe(JSON.stringify({ page, tab, seq }))
      }
    })

    it('knows the documents of a session', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace)
      const [{ tab } = { tab: '' }] = await store().sessions.batches({ workspace, sessionId })
      expect(await store().sessions.hasTab({ workspace, sessionId }, tab)).toBe(true)
      expect(await store().sessions.hasTab({ workspace, sessionId }, 'invented')).toBe(false)
      expect(await store().sessions.hasTab({ workspace: newWorkspace(), sessionId }, tab)).toBe(false)
    })

    it('returns large and incompressible batches unchanged', async () => {
      const [workspace, sessionId] = [newWorkspace(), newSessionId()]
      const large = Uint8Array.from({ length: 300_000 }, (_, index) => (index * index * 31) >> 7)
      await store().sessions.append(newBatch({ workspace, sessionId, bytes: large }))
      await store().sessions.append(newBatch({ workspace, sessionId, seq: 1, bytes: new Uint8Array() }))
      const [first, second] = await store().sessions.batches({ workspace, sessionId })
      expect(Buffer.compare(first?.bytes as Uint8Array, large)).toBe(0)
      expect(second?.bytes.length).toBe(0)
    })

    it('stores one of fifty identical concurrent batches', async () => {
      const [workspace, sessionId] = [newWorkspace(), newSessionId()]
      const batch = newBatch({ workspace, sessionId })
      const results = await Promise.all(Array.from({ length: 50 }, () => store().sessions.append(batch)))
      expect(results.filter(({ status }) => status === 'stored')).toHaveLength(1)
      expect(results.filter(({ status }) => status === 'repeated')).toHaveLength(49)
      expect(await rowOf(store(), workspace, sessionId)).toMatchObject({
        batchCount: 1,
        rowCount: 3,
        revision: 1,
      })
      expect(await store().sessions.batches({ workspace, sessionId })).toHaveLength(1)
    })

    it('stores each batch of fifty tabs once, in any order and with repeats', async () => {
      const [workspace, sessionId] = [newWorkspace(), newSessionId()]
      const places = Array.from({ length: 150 }, (_, n) => ({
        tab: `tab${String(n % 50).padStart(5, '0')}`,
        seq: [1, 4, 2][Math.floor(n / 50)] as number,
      }))
      const send = (place: (typeof places)[number], text: string) =>
        store().sessions.append(newBatch({ workspace, sessionId, ...place }, text))
      const statuses = async (text: string) => {
        const results = []
        for (const place of places) results.push((await send(place, text)).status)
        return [...new Set(results)]
      }
      expect(await statuses('first')).toEqual(['stored'])
      expect(await statuses('first')).toEqual(['repeated'])
      expect(await statuses('other')).toEqual(['tampered'])
      expect(await store().sessions.batches({ workspace, sessionId })).toHaveLength(150)
    })

    it('stores a hundred different concurrent batches of ten sessions', async () => {
      const workspace = newWorkspace()
      const ids = Array.from({ length: 10 }, newSessionId)
      const batches = ids.flatMap((sessionId) =>
        Array.from({ length: 10 }, (_, seq) => newBatch({ workspace, sessionId, seq }, `${sessionId}${seq}`)),
      )
      const results = await Promise.all(batches.map((batch) => store().sessions.append(batch)))
      expect(results.every(({ status }) => status === 'stored')).toBe(true)
      for (const sessionId of ids) {
        expect(await rowOf(store(), workspace, sessionId)).toMatchObject({
          batchCount: 10,
          rowCount: 30,
          revision: 10,
        })
        expect(await store().sessions.batches({ workspace, sessionId })).toHaveLength(10)
      }
    })

    it('marks a forgery and keeps the first batch', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace)
      const forged = newBatch({ workspace, sessionId }, 'forged')
      expect(await store().sessions.append(forged)).toEqual({ status: 'tampered' })
      expect(await rowOf(store(), workspace, sessionId)).toMatchObject({
        tampered: 1,
        batchCount: 1,
        revision: 2,
      })
      const [kept] = await store().sessions.batches({ workspace, sessionId })
      expect(kept?.bytes).toEqual(Buffer.from(newBatch({ workspace, sessionId }).bytes))
    })

    it('refuses a token of an unknown session', async () => {
      const [workspace, sessionId] = [newWorkspace(), newSessionId()]
      const batch = withToken(newBatch({ workspace, sessionId }))
      expect(await store().sessions.append(batch)).toEqual({ status: 'refused' })
      expect(await store().sessions.find({ workspace, sessionId })).toBeNull()
      expect(await store().sessions.batches({ workspace, sessionId })).toEqual([])
    })

    it('refuses a wrong tab secret, and marks nothing', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace)
      const stranger = newBatch({ workspace, sessionId, seq: 1, tabSecret: sha256('another browser') })
      expect(await store().sessions.append(stranger)).toEqual({ status: 'refused' })
      expect(await store().sessions.append({ ...stranger, seq: 0 })).toEqual({ status: 'refused' })
      expect(await rowOf(store(), workspace, sessionId)).toMatchObject({
        tampered: 0,
        batchCount: 1,
        revision: 1,
      })
    })

    it('lets one of two concurrent claims create the session', async () => {
      const [workspace, sessionId] = [newWorkspace(), newSessionId()]
      const results = await Promise.all(
        ['one', 'other'].map((name) =>
          store().sessions.append(newBatch({ workspace, sessionId, tabSecret: sha256(name) }, name)),
        ),
      )
      expect(results.map(({ status }) => status).sort()).toEqual(['refused', 'stored'])
    })

    it('counts, but does not store, batches beyond the event limit', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace, { rows: SESSION.events - 1 })
      const more = (seq: number, rows: number) =>
        store().sessions.append(newBatch({ workspace, sessionId, seq, rows, receivedAt: 9_000 }))
      expect(await more(1, 2)).toEqual({ status: 'full', startedAt: 1_000 })
      expect(await more(2, 1)).toMatchObject({ status: 'stored' })
      expect(await more(3, 1)).toMatchObject({ status: 'full' })
      expect(await more(2, 1)).toMatchObject({ status: 'repeated' })
      expect(await rowOf(store(), workspace, sessionId)).toMatchObject({
        overflow: 2,
        batchCount: 2,
        rowCount: SESSION.events,
        revision: 4,
      })
    })

    it('counts, but does not store, batches beyond the size limit', async () => {
      const workspace = newWorkspace()
      const half = new Uint8Array(SESSION.bytes / 2)
      const sessionId = await startSession(store(), workspace, { bytes: half })
      const more = (seq: number, bytes: Uint8Array) =>
        store().sessions.append(newBatch({ workspace, sessionId, seq, bytes }))
      expect(await more(1, half)).toMatchObject({ status: 'stored' })
      expect(await more(2, bytesOf('x'))).toMatchObject({ status: 'full' })
      expect(await rowOf(store(), workspace, sessionId)).toMatchObject({
        overflow: 1,
        byteCount: SESSION.bytes,
      })
    })

    it('takes user and tags from the latest page and seq, in any order of arrival', async () => {
      const batches = [
        { page: 0, seq: 0, userId: 'first', tags: ['a'] },
        { page: 0, seq: 5, userId: 'second' },
        { page: 1, seq: 0, userId: 'third', tags: ['b', 'c', 'b'] },
        { page: 1, seq: 1 },
      ]
      for (const order of [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [2, 0, 3, 1],
      ]) {
        const [workspace, sessionId] = [newWorkspace(), newSessionId()]
        for (const index of order) {
          const tab = batches[index]?.page === 0 ? 'AAAAAAAA' : 'BBBBBBBB'
          await store().sessions.append(
            newBatch({ workspace, sessionId, tab, ...batches[index] }, `${index}`),
          )
        }
        expect(await rowOf(store(), workspace, sessionId)).toMatchObject({
          userId: 'third',
          tags: ['b', 'c'],
        })
        const names = { first: 0, second: 0, third: 1 }
        for (const [name, count] of Object.entries(names)) {
          expect(await store().sessions.byUser(workspace, name, { limit: 9 })).toHaveLength(count)
        }
        for (const [tag, count] of Object.entries({ a: 0, b: 1, c: 1 })) {
          expect(await store().sessions.byTag(workspace, tag, { limit: 9 })).toHaveLength(count)
        }
      }
    })

    it('does not depend on the order of two tabs with the same page and seq', async () => {
      const results = new Set<string>()
      for (const order of [
        ['x', 'y'],
        ['y', 'x'],
      ]) {
        const [workspace, sessionId] = [newWorkspace(), newSessionId()]
        for (const name of order) {
          const tab = name.repeat(8)
          await store().sessions.append(
            newBatch({ workspace, sessionId, tab, userId: name, tags: [name] }, name),
          )
        }
        const { userId, tags } = await rowOf(store(), workspace, sessionId)
        results.add(JSON.stringify([userId, tags]))
      }
      expect(results.size).toBe(1)
    })

    it('removes the tags for an empty list', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace, { tags: ['a'] })
      await store().sessions.append(newBatch({ workspace, sessionId, seq: 1, tags: [] }))
      expect((await rowOf(store(), workspace, sessionId)).tags).toEqual([])
      expect(await store().sessions.byTag(workspace, 'a', { limit: 9 })).toEqual([])
    })

    it('keeps the start when another clock gives a later batch an earlier time', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace, { receivedAt: 5_000 })
      await store().sessions.append(newBatch({ workspace, sessionId, seq: 1, receivedAt: 2_000 }))
      expect(await rowOf(store(), workspace, sessionId)).toMatchObject({ startedAt: 5_000, lastAt: 5_000 })
    })

    it('distinguishes session ids that differ only in bits a base64 decoder drops', async () => {
      const workspace = newWorkspace()
      const ids = ['A', 'B', 'C'].map((last) => `${'A'.repeat(21)}${last}`)
      for (const sessionId of ids) await startSession(store(), workspace, { sessionId })
      const listed = await store().sessions.recent(workspace, { limit: 9 })
      expect(listed.map(({ session }) => session.sessionId).sort()).toEqual(ids)
    })
  })
}
