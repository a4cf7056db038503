import { describe, expect, it } from 'vitest'
import { newFacts } from '../samples/session_facts.ts'
import { newBatch, newReport, newWorkspace, type Subject } from './engine.ts'
import { scoreSessions } from './facts.ts'

export function sessionNotificationsSuite(store: Subject): void {
  const scored = scoreSessions(store)

  describe('pending notifications', () => {
    const HOUR = 3_600_000

    it('contain a new action once, and the end of a session once', async () => {
      const workspace = newWorkspace()
      await scored(workspace, 'a', 80, { action: 'Auto-reject or high-priority review' })
      const key = { workspace, sessionId: 'a' }
      const claim = async (now: number) => {
        const claimed = await store().facts.claimPending(1_000, now - HOUR, now, now + 60)
        return claimed.filter((one) => one.workspace === workspace)
      }
      const action = 'Auto-reject or high-priority review'
      expect(await claim(2_000)).toEqual([{ ...key, action, notifiedAction: 'Unknown', complete: false }])
      expect(await claim(2_059)).toEqual([])
      expect(await claim(2_060)).toHaveLength(1)
      await store().facts.markNotified(key, action, false)
      expect(await claim(3_000)).toEqual([])
      expect(await claim(HOUR + 1_000)).toEqual([{ ...key, action, notifiedAction: action, complete: true }])
      await store().facts.markNotified(key, action, true)
      expect(await claim(2 * HOUR)).toEqual([])
      await store().sessions.saveReport(key, {
        ...newReport(1, { score: 10, action: 'Auto-accept' }),
        facts: newFacts(),
      })
      expect(await claim(3 * HOUR)).toEqual([])
    })

    it('do not contain the end while batches are unscored', async () => {
      const workspace = newWorkspace()
      await scored(workspace, 'a', 1)
      await store().facts.markNotified({ workspace, sessionId: 'a' }, 'Auto-accept', false)
      await store().sessions.append(newBatch({ workspace, sessionId: 'a', seq: 1, receivedAt: 2_000 }))
      const claimed = await store().facts.claimPending(1_000, 9_000, 9_000, 9_060)
      expect(claimed.filter((one) => one.workspace === workspace)).toEqual([])
    })

    it('keep the first cluster of each kind, also with a new report', async () => {
      const workspace = newWorkspace()
      await scored(workspace, 'a', 1)
      await scored(workspace, 'b', 1)
      const key = { workspace, sessionId: 'a' }
      await store().facts.markClustered(key, 'rhythm', 'clu_1')
      await store().facts.markClustered(key, 'rhythm', 'clu_2')
      await store().facts.markClustered(key, 'mouse_path', 'clu_3')
      await store().sessions.saveReport(key, { ...newReport(1), facts: newFacts() })
      expect((await store().facts.one(key))?.facts?.clusters).toEqual(['rhythm:clu_1', 'mouse_path:clu_3'])
      expect((await store().facts.one({ ...key, sessionId: 'b' }))?.facts?.clusters).toEqual([])
    })
  })
}
