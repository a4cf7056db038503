import { describe, expect, it } from 'vitest'
import { SESSIONS_PER_MARK } from '../../src/store/marks.ts'
import { newReport, newWorkspace, type Subject, startSession } from './engine.ts'

/** The largest mark. */
const BIG = 2 ** 48 - 1

export function marksSuite(store: Subject): void {
  const marked = async (workspace: string, at: number, marks: readonly number[]): Promise<string> => {
    const sessionId = await startSession(store(), workspace, { receivedAt: at })
    await store().sessions.saveReport({ workspace, sessionId }, { ...newReport(1), marks })
    return sessionId
  }
  const sharing = async (workspace: string, marks: readonly number[], before = 9_000, least = 2) =>
    (
      await store().sessions.sharing({ workspace, sessionId: 'another' }, before, marks, least, 2)
    ).sessions.map(({ sessionId }) => sessionId)

  describe('marks', () => {
    it('find the sessions that share them, most shared first', async () => {
      const workspace = newWorkspace()
      const two = await marked(workspace, 1_000, [1, 2, 70_000])
      const three = await marked(workspace, 2_000, [1, 2, BIG])
      await marked(workspace, 1_000, [2, 9])
      expect(await sharing(workspace, [1, 2, BIG, 5])).toEqual([three, two])
      expect(await sharing(workspace, [1, 2, BIG, 5], 9_000, 3)).toEqual([three])
      expect(await sharing(workspace, [])).toEqual([])
    })

    it('never find a later session, the session itself or another workspace', async () => {
      const workspace = newWorkspace()
      const own = await marked(workspace, 1_000, [3, 4])
      expect(await sharing(workspace, [3, 4], 1_000)).toEqual([])
      expect(await sharing(workspace, [3, 4], 1_001)).toEqual([own])
      expect(await sharing(newWorkspace(), [3, 4])).toEqual([])
      const key = { workspace, sessionId: own }
      expect(await store().sessions.sharing(key, 9_000, [3, 4], 1, 9)).toEqual({ sessions: [], common: [] })
    })

    it('are added to earlier ones, and erased with their session', async () => {
      const workspace = newWorkspace()
      const sessionId = await marked(workspace, 1_000, [5, 6])
      await store().sessions.saveReport({ workspace, sessionId }, { ...newReport(1), marks: [6, 7] })
      expect(await sharing(workspace, [5, 6, 7], 9_000, 3)).toEqual([sessionId])
      // One shared mark counts once.
      expect(await sharing(workspace, [6], 9_000, 2)).toEqual([])
      await store().sessions.erase({ workspace, sessionId })
      expect(await sharing(workspace, [5, 6, 7], 9_000, 1)).toEqual([])
    })

    it('find a limited number of sessions when very many share them', async () => {
      const workspace = newWorkspace()
      for (let i = 0; i < SESSIONS_PER_MARK + 4; i++) await marked(workspace, 1_000 + i, [8])
      await marked(workspace, 1_000, [9])
      const found = await store().sessions.sharing({ workspace, sessionId: 'x' }, 9_000, [8, 9], 1, 99)
      expect(found.sessions).toHaveLength(SESSIONS_PER_MARK + 1)
      expect(found.common).toEqual([8])
    })
  })
}
