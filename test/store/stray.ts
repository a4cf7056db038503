/** Rows that a node with a clock 400 days ahead has left behind: no work waits until their times come. */
import { describe, expect, it } from 'vitest'
import { newFacts } from '../samples/session_facts.ts'
import { bytesOf, newReport, newWorkspace, type Subject, sha256, startSession } from './engine.ts'
import { keyOf, newAnalysis } from './surveys.ts'
import { newUpload } from './uploads.ts'
import { newDelivery } from './webhooks.ts'

const DAY_MS = 86_400_000
const LEASE_MS = 60_000
const NOW = 20_000 * DAY_MS
const WRONG = NOW + 400 * DAY_MS

/** The rows of a workspace that a claim at this time gets. Those of other tests are claimed too. */
type Claim = (now: number, workspace: string) => Promise<readonly { readonly workspace: string }[]>

export function straySuite(store: Subject): void {
  describe('after a clock that was 400 days ahead', () => {
    const count = async (claim: Claim, workspace: string, now: number) =>
      (await claim(now, workspace)).filter((row) => row.workspace === workspace).length

    /** The claim of the wrong clock does not count any more; a claim of now does. */
    async function isTakenOver(claim: Claim, workspace: string): Promise<void> {
      expect(await count(claim, workspace, WRONG)).toBe(1)
      // Control: by the wrong clock, it is claimed.
      expect(await count(claim, workspace, WRONG + LEASE_MS - 1)).toBe(0)
      expect(await count(claim, workspace, NOW)).toBe(1)
      expect(await count(claim, workspace, NOW + LEASE_MS - 1)).toBe(0)
      expect(await count(claim, workspace, NOW + LEASE_MS)).toBe(1)
    }

    const claimDeliveries: Claim = (now, workspace) =>
      store().webhooks.claimDue({ workspace, webhookId: 'wh_1' }, 9_999, now, now + LEASE_MS)
    const claimSessions: Claim = (now) =>
      store().sessions.claimUnscored(9_999, now - 10_000, now, now + LEASE_MS)
    const claimNotifications: Claim = (now) =>
      store().facts.claimPending(9_999, now - 10_000, now, now + LEASE_MS)

    it('a claimed delivery is sent', async () => {
      const workspace = newWorkspace()
      await store().webhooks.enqueue([newDelivery(workspace, 'd')])
      await isTakenOver(claimDeliveries, workspace)
    })

    it('a delivery whose next try was planned then is sent, and one of tomorrow waits', async () => {
      const workspace = newWorkspace()
      await store().webhooks.enqueue([
        newDelivery(workspace, 'stray', { nextAt: WRONG + DAY_MS }),
        newDelivery(workspace, 'tomorrow', { nextAt: NOW + DAY_MS }),
      ])
      expect(await store().webhooks.dueWebhooks(NOW)).toContainEqual({ workspace, webhookId: 'wh_1' })
      expect(await count(claimDeliveries, workspace, NOW)).toBe(1)
      expect(await count(claimDeliveries, workspace, NOW + DAY_MS)).toBe(1)
      expect(await count(claimDeliveries, workspace, NOW + DAY_MS)).toBe(1)
      expect(await count(claimDeliveries, workspace, NOW + DAY_MS)).toBe(0)
    })

    it('an idempotency key that was used then is free', async () => {
      const workspace = newWorkspace()
      const claim = async (name: string, now: number) =>
        Buffer.from(await store().surveys.claimKey(workspace, 'key', sha256(name), now, now - DAY_MS))
      expect(await claim('then', WRONG)).toEqual(Buffer.from(sha256('then')))
      // Control: by the wrong clock, it is used.
      expect(await claim('now', WRONG + 1)).toEqual(Buffer.from(sha256('then')))
      expect(await claim('now', NOW)).toEqual(Buffer.from(sha256('now')))
      expect(await claim('later', NOW + 1)).toEqual(Buffer.from(sha256('now')))
    })

    it('a claimed session is scored', async () => {
      const workspace = newWorkspace()
      await startSession(store(), workspace, { receivedAt: NOW - 60_000 })
      await isTakenOver(claimSessions, workspace)
    })

    it('a session that was received then is scored, and its end is notified', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace, { receivedAt: WRONG })
      await startSession(store(), workspace, { receivedAt: NOW - 5_000 })
      // Control: a session that may still go on waits.
      expect(await count(claimSessions, workspace, NOW)).toBe(1)
      const report = { ...newReport(1), facts: newFacts() }
      await store().sessions.saveReport({ workspace, sessionId }, report)
      const pending = await store().facts.claimPending(9_999, NOW - 10_000, NOW, NOW + LEASE_MS)
      expect(pending.filter((row) => row.workspace === workspace)).toMatchObject([
        { sessionId, complete: true },
      ])
    })

    it('a claimed notification of a session is queued', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace, { receivedAt: NOW - 60_000 })
      await store().sessions.saveReport({ workspace, sessionId }, { ...newReport(1), facts: newFacts() })
      await isTakenOver(claimNotifications, workspace)
    })

    it('a claimed notification of an analysis is queued', async () => {
      const workspace = newWorkspace()
      await store().surveys.save(newAnalysis(keyOf(workspace, 'p'), { id: workspace, flagged: true }), [])
      await isTakenOver((now) => store().surveys.claimPending(9_999, now, now + LEASE_MS), workspace)
    })

    it('a claimed notification of a later analysis is queued', async () => {
      const key = keyOf(newWorkspace(), 'p')
      await store().surveys.save(newAnalysis(key, { id: key.workspace, analyzedAt: 1_000 }), [])
      const later = { analyzedAt: 2_000, flagged: false, rank: 0, result: '{}' }
      await store().surveys.add(key, later, 1_000, true)
      await isTakenOver((now) => store().surveys.claimPending(9_999, now, now + LEASE_MS), key.workspace)
    })

    it('a survey that is being analyzed again is finished', async () => {
      const key = keyOf(newWorkspace(), 'p')
      await store().surveys.save(newAnalysis(key, { id: key.workspace }), [])
      const { workspace, surveyId } = key
      await store().analyzeAgain.request({ workspace, surveyId, requestedAt: 2_000 })
      await isTakenOver(
        claimAll((now) => store().analyzeAgain.claim(now, now + LEASE_MS)),
        workspace,
      )
    })

    it('a survey job is finished, and its workspace takes its turn', async () => {
      const workspace = newWorkspace()
      const { uploads } = store()
      await uploads.create(newUpload(workspace, 'u'), bytesOf('a\n'))
      const claimUploads = claimAll(async (now) => {
        const claimed = await uploads.claim(now, now + LEASE_MS)
        return claimed === null ? null : { workspace: claimed.upload.workspace }
      })
      await isTakenOver(claimUploads, workspace)
      // A job that was finished then makes the workspace neither busy nor the last one.
      const [before, other] = [newWorkspace(), newWorkspace()]
      await uploads.create(newUpload(before, 'done'), bytesOf('a\n'))
      await uploads.progress(before, 'done', { ...newUpload(before, 'done'), state: 'done' }, WRONG)
      await uploads.create(newUpload(before, 'next'), bytesOf('a\n'))
      await uploads.create(newUpload(other, 'done'), bytesOf('a\n'))
      await uploads.progress(other, 'done', { ...newUpload(other, 'done'), state: 'done' }, NOW)
      await uploads.create(newUpload(other, 'next'), bytesOf('a\n'))
      const turns: string[] = []
      const at = NOW + 2 * LEASE_MS
      for (;;) {
        const claimed = await uploads.claim(at, at + LEASE_MS, { onlyIdle: true })
        if (claimed === null) break
        turns.push(claimed.upload.workspace)
      }
      expect(turns.filter((turn) => turn === before || turn === other)).toEqual([before, other])
    })
  })
}

/** Makes one claim after the other, until nothing is left. */
const claimAll =
  (claim: (now: number) => Promise<{ readonly workspace: string } | null>): Claim =>
  async (now) => {
    const claimed: { readonly workspace: string }[] = []
    for (;;) {
      const one = await claim(now)
      if (one === null) return claimed
      claimed.push(one)
    }
  }
