import { describe, expect, it } from 'vitest'
import type { SessionKey } from '../../src/store/sessions.ts'
import type { Store } from '../../src/store/store.ts'
import { newBatch, newReport, newSessionId, newWorkspace, type Subject, startSession } from './engine.ts'

/** Claims all due sessions and returns those of the workspace. */
async function claim(
  store: Store,
  workspace: string,
  quietBefore: number,
  now: number,
  until: number,
): Promise<string[]> {
  const keys = await store.sessions.claimUnscored(1_000, quietBefore, now, until)
  return keys.filter((key) => key.workspace === workspace).map(({ sessionId }) => sessionId)
}

export function reportsSuite(store: Subject): void {
  const append = (key: SessionKey, seq: number, receivedAt = 2_000) =>
    store().sessions.append(newBatch({ ...key, seq, receivedAt }, `${seq}`))
  const reportOf = async (key: SessionKey) => (await store().sessions.find(key))?.report

  describe('reports', () => {
    it('are returned for the current revision', async () => {
      const workspace = newWorkspace()
      const key = { workspace, sessionId: await startSession(store(), workspace) }
      const report = newReport(1, {
        record: '{"a":"ä\\u0000"}',
        log: '[{"action":"Clicked \\"🙂\\""}]',
        score: 71,
      })
      await store().sessions.saveReport(key, report)
      expect(await reportOf(key)).toEqual(report)
      expect((await store().sessions.recent(workspace, { limit: 1 }))[0]?.report).toEqual(report)
    })

    it('are ignored when batches were added since', async () => {
      const workspace = newWorkspace()
      const key = { workspace, sessionId: await startSession(store(), workspace) }
      await append(key, 1)
      await store().sessions.saveReport(key, newReport(1))
      expect(await reportOf(key)).toBeNull()
    })

    it('stay while newer batches are unscored, and are replaced by newer ones only', async () => {
      const workspace = newWorkspace()
      const key = { workspace, sessionId: await startSession(store(), workspace) }
      await store().sessions.saveReport(key, newReport(1, { version: 'old' }))
      await append(key, 1)
      expect((await reportOf(key))?.revision).toBe(1)
      await store().sessions.saveReport(key, newReport(2, { version: 'new' }))
      await store().sessions.saveReport(key, newReport(1, { version: 'old' }))
      expect(await reportOf(key)).toMatchObject({ revision: 2, version: 'new' })
      await store().sessions.saveReport(key, newReport(2, { version: 'newer weights' }))
      expect((await reportOf(key))?.version).toBe('newer weights')
    })

    it('are ignored for an unknown session', async () => {
      const key = { workspace: newWorkspace(), sessionId: newSessionId() }
      await store().sessions.saveReport(key, newReport(1))
      expect(await store().sessions.find(key)).toBeNull()
    })
  })

  describe('claims', () => {
    it('contain quiet sessions without a current report, and no others', async () => {
      const workspace = newWorkspace()
      const start = (receivedAt: number) => startSession(store(), workspace, { receivedAt })
      const quiet = await start(1_000)
      const lively = await start(1_000)
      await append({ workspace, sessionId: lively }, 1, 9_000)
      const scored = await start(1_000)
      await store().sessions.saveReport({ workspace, sessionId: scored }, newReport(1))
      expect(await claim(store(), workspace, 5_000, 10_000, 20_000)).toEqual([quiet])
    })

    it('consider the last batch, also shortly after the first', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace, { receivedAt: 1_000 })
      await append({ workspace, sessionId }, 1, 3_000)
      expect(await claim(store(), workspace, 2_999, 10_000, 20_000)).toEqual([])
      expect(await claim(store(), workspace, 3_000, 10_000, 20_000)).toEqual([sessionId])
    })

    it('give a session to one caller at a time, until they expire', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace)
      expect(await claim(store(), workspace, 5_000, 10_000, 20_000)).toEqual([sessionId])
      expect(await claim(store(), workspace, 5_000, 10_000, 20_000)).toEqual([])
      expect(await claim(store(), workspace, 5_000, 19_999, 30_000)).toEqual([])
      expect(await claim(store(), workspace, 5_000, 20_000, 30_000)).toEqual([sessionId])
    })

    it('are counted up to a limit, claimed or not, with the one that waits longest', async () => {
      const { sessions } = store()
      const workspace = newWorkspace()
      // Other tests leave sessions behind, but none is quiet for so long.
      for (const receivedAt of [-300, -200, -100]) await startSession(store(), workspace, { receivedAt })
      expect(await sessions.unscored(-100, 9)).toEqual({ count: 3, oldest: -300 })
      expect(await sessions.unscored(-150, 9)).toEqual({ count: 2, oldest: -300 })
      expect(await sessions.unscored(-100, 1)).toEqual({ count: 1, oldest: -300 })
      await claim(store(), workspace, -100, 1_000, 1_500)
      expect(await sessions.unscored(-100, 9)).toEqual({ count: 3, oldest: -300 })
      expect(await sessions.unscored(-400, 9)).toEqual({ count: 0, oldest: null })
      for (const sessionId of await claim(store(), workspace, -100, 2_000, 2_500))
        await sessions.erase({ workspace, sessionId })
      expect(await sessions.unscored(-100, 9)).toEqual({ count: 0, oldest: null })
    })

    it('give concurrent callers different sessions', async () => {
      const workspace = newWorkspace()
      const ids = new Set<string>()
      for (let index = 0; index < 40; index++) ids.add(await startSession(store(), workspace))
      const shares = await Promise.all(
        Array.from({ length: 8 }, () => store().sessions.claimUnscored(10, 5_000, 40_000, 50_000)),
      )
      const claimed = shares
        .flat()
        .filter((key) => key.workspace === workspace)
        .map(({ sessionId }) => sessionId)
      expect(new Set(claimed).size).toBe(claimed.length)
      const rest = await claim(store(), workspace, 5_000, 40_000, 50_000)
      expect(new Set([...claimed, ...rest])).toEqual(ids)
    })

    it('contain a session again after a new or tampered batch', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace)
      const key = { workspace, sessionId }
      await store().sessions.saveReport(key, newReport(1))
      expect(await claim(store(), workspace, 5_000, 60_000, 60_000)).toEqual([])
      expect(await store().sessions.append(newBatch(key, 'forged'))).toEqual({ status: 'tampered' })
      expect(await claim(store(), workspace, 5_000, 60_000, 60_000)).toEqual([sessionId])
    })
  })
}
