import { describe, expect, it } from 'vitest'
import { sumOf } from '../../src/contract/action_bands.ts'
import { counterCounts } from '../../src/store/terms.ts'
import { newFacts } from '../samples/session_facts.ts'
import { newBatch, newReport, newWorkspace, type Subject, startSession, withToken } from './engine.ts'

export function eraseSuite(store: Subject): void {
  describe('erase', () => {
    it('removes a session from every list', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace, { userId: 'u', tags: ['t'] })
      const kept = await startSession(store(), workspace, { userId: 'u', tags: ['t'] })
      const key = { workspace, sessionId }
      await store().sessions.saveReport(key, newReport(1))
      expect(await store().sessions.erase(key)).toBe(true)
      expect(await store().sessions.erase(key)).toBe(false)
      expect(await store().sessions.find(key)).toBeNull()
      expect(await store().sessions.batches(key)).toEqual([])
      const lists = await Promise.all([
        store().sessions.byUser(workspace, 'u', { limit: 9 }),
        store().sessions.byTag(workspace, 't', { limit: 9 }),
        store().sessions.recent(workspace, { limit: 9 }),
      ])
      for (const list of lists) expect(list.map(({ session }) => session.sessionId)).toEqual([kept])
      const due = await store().sessions.claimUnscored(1_000, 5_000, 70_000, 70_000)
      expect(due.filter((one) => one.workspace === workspace)).toEqual([{ workspace, sessionId: kept }])
    })

    it('removes many sessions at once, and only those', async () => {
      const workspace = newWorkspace()
      const other = newWorkspace()
      const begin = async (given: string) => {
        const sessionId = await startSession(store(), given, { tags: ['t'] })
        const report = { ...newReport(1), facts: newFacts({ routes: ['/a'] }) }
        await store().sessions.saveReport({ workspace: given, sessionId }, report)
        return sessionId
      }
      const ids: string[] = []
      for (let turn = 0; turn < 6; turn++) ids.push(await begin(workspace))
      await begin(other)
      await store().sessions.eraseAll(workspace, [...ids.slice(0, 4), 'never-there'])
      await store().sessions.eraseAll(workspace, [])
      const listed = await store().sessions.byTag(workspace, 't', { limit: 9 })
      expect(listed.map(({ session }) => session.sessionId).sort()).toEqual(ids.slice(4).sort())
      expect((await store().sessions.byTag(other, 't', { limit: 9 })).length).toBe(1)
      const period = { from: 0, to: Number.MAX_SAFE_INTEGER }
      const counted = await store().facts.counted({
        workspace,
        dimensions: ['all', 'page'],
        ...period,
        by: 'value',
      })
      expect(counted.map((one) => [one.dimension, sumOf(counterCounts(one))]).sort()).toEqual([
        ['all', 2],
        ['page', 2],
      ])
    })

    it('makes its token invalid, and lets its tab create the session again', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace, { userId: 'u' })
      await store().sessions.erase({ workspace, sessionId })
      const batch = newBatch({ workspace, sessionId, seq: 1, receivedAt: 3_000 })
      expect(await store().sessions.append(withToken(batch))).toEqual({ status: 'refused' })
      expect(await store().sessions.append(batch)).toEqual({
        status: 'stored',
        startedAt: 3_000,
        created: true,
      })
      expect((await store().sessions.find({ workspace, sessionId }))?.session).toMatchObject({
        revision: 1,
        userId: null,
      })
    })

    it('keeps an erased session closed until it is forgotten, and others open', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace)
      const key = { workspace, sessionId }
      expect(await store().sessions.erase(key, 5_000)).toBe(true)
      const first = newBatch({ ...key, receivedAt: 6_000 })
      expect(await store().sessions.append(first)).toEqual({ status: 'refused' })
      expect(await store().sessions.append(newBatch({ ...key, workspace: newWorkspace() }))).toMatchObject({
        status: 'stored',
      })
      await store().sessions.forgetErased(workspace, 5_000)
      expect(await store().sessions.append(first)).toEqual({ status: 'refused' })
      await store().sessions.forgetErased(workspace, 5_001)
      expect(await store().sessions.append(first)).toMatchObject({ status: 'stored' })
    })

    it('truncates addresses of old sessions, and only those', async () => {
      const workspace = newWorkspace()
      const ipOf = async (sessionId: string) =>
        (await store().sessions.find({ workspace, sessionId }))?.session.ip
      const old = await startSession(store(), workspace, { receivedAt: 1_000, ip: '192.0.2.77' })
      const six = await startSession(store(), workspace, { receivedAt: 1_001, ip: '2001:db8:1:2::3' })
      const fresh = await startSession(store(), workspace, { receivedAt: 9_000, ip: '192.0.2.78' })
      expect(await store().sessions.truncateAddresses(workspace, 9_000, 1)).toBe(1)
      expect(await store().sessions.truncateAddresses(workspace, 9_000, 10)).toBe(1)
      expect(await store().sessions.truncateAddresses(workspace, 9_000, 10)).toBe(0)
      expect([await ipOf(old), await ipOf(six), await ipOf(fresh)]).toEqual([
        '192.0.2.0/24',
        '2001:db8:1::/48',
        '192.0.2.78',
      ])
      // A later batch still joins the session.
      const later = newBatch({ workspace, sessionId: old, seq: 1, receivedAt: 9_500 })
      expect(await store().sessions.append(withToken(later))).toMatchObject({ status: 'stored' })
    })

    it('is atomic with a concurrent append', async () => {
      const workspace = newWorkspace()
      for (let round = 0; round < 10; round++) {
        const sessionId = await startSession(store(), workspace)
        const key = { workspace, sessionId }
        const later = withToken(newBatch({ ...key, seq: 1 }))
        const [result, erased] = await Promise.all([
          store().sessions.append(later),
          store().sessions.erase(key),
        ])
        expect(erased).toBe(true)
        expect(['stored', 'refused']).toContain(result.status)
        expect(await store().sessions.find(key)).toBeNull()
        expect(await store().sessions.batches(key)).toEqual([])
      }
    })
  })
}
