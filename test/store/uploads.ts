import { describe, expect, it } from 'vitest'
import type { UploadRow } from '../../src/store/uploads.ts'
import { bytesOf, newWorkspace, type Subject } from './engine.ts'

export const newUpload = (workspace: string, id: string, given: Partial<UploadRow> = {}): UploadRow => ({
  id,
  workspace,
  name: 'answers.csv',
  options: '{}',
  createdAt: 10,
  state: 'running',
  total: 0,
  done: 0,
  flagged: 0,
  rejected: 0,
  problem: null,
  questions: null,
  ...given,
})

export function uploadsSuite(store: Subject): void {
  describe('uploads', () => {
    it('are claimed, processed, finished and deleted', async () => {
      const workspace = newWorkspace()
      const { uploads } = store()
      await uploads.create(newUpload(workspace, 'u'), bytesOf('a,b\n1,2\n'))
      expect(await uploads.find(workspace, 'u')).toEqual(newUpload(workspace, 'u'))
      expect(await uploads.find(newWorkspace(), 'u')).toBeNull()
      const claim = async (now: number) => {
        for (;;) {
          const claimed = await uploads.claim(now, now + 60)
          if (claimed === null || claimed.upload.workspace === workspace) return claimed
        }
      }
      expect(await claim(100)).toEqual({ upload: newUpload(workspace, 'u'), claims: 1 })
      expect(await claim(159)).toBeNull()
      expect(await claim(160)).not.toBeNull()
      const progress = {
        state: 'running',
        total: 9,
        done: 3,
        flagged: 1,
        rejected: 0,
        problem: null,
      } as const
      await uploads.progress(workspace, 'u', progress, 500)
      expect(await claim(499)).toBeNull()
      expect(await uploads.list(workspace, 5)).toEqual([newUpload(workspace, 'u', progress)])
      expect(Buffer.from((await uploads.input(workspace, 'u')) ?? []).toString()).toBe('a,b\n1,2\n')
      const done = { ...progress, state: 'done', done: 9 } as const
      await uploads.progress(workspace, 'u', done, 0, { file: bytesOf('a,b,flagged\n'), questions: '[]' })
      expect((await uploads.find(workspace, 'u'))?.questions).toBe('[]')
      expect(await claim(9_999)).toBeNull()
      expect(await uploads.input(workspace, 'u')).toBeNull()
      expect(Buffer.from((await uploads.result(workspace, 'u')) ?? []).toString()).toBe('a,b,flagged\n')
      expect(await uploads.replaceResult(newWorkspace(), 'u', bytesOf('x'))).toBe(false)
      expect(await uploads.replaceResult(workspace, 'u', bytesOf('a,,\n'))).toBe(true)
      expect(Buffer.from((await uploads.result(workspace, 'u')) ?? []).toString()).toBe('a,,\n')
      await uploads.forget(11)
      expect(await uploads.find(workspace, 'u')).toBeNull()
    })

    it('are claimed in turns: a workspace with many of them does not hold up another', async () => {
      const [busy, other] = [newWorkspace(), newWorkspace()]
      const { uploads } = store()
      for (const id of ['a', 'b', 'c', 'd'])
        await uploads.create(newUpload(busy, id, { createdAt: 20 }), bytesOf('a\n'))
      await uploads.create(newUpload(other, 'late', { createdAt: 30 }), bytesOf('a\n'))
      let now = 1_000_000
      /** Uploads of other tests are claimed too, and stay claimed. */
      const claim = async (onlyIdle = false) => {
        for (;;) {
          const claimed = await uploads.claim(++now, now + 100_000, { onlyIdle })
          if (claimed === null) return null
          const { workspace, id } = claimed.upload
          if (workspace === busy || workspace === other) return { workspace, id }
        }
      }
      const finish = ({ workspace, id }: { workspace: string; id: string }) =>
        uploads.progress(workspace, id, { ...newUpload(workspace, id), state: 'done' }, ++now)

      const first = await claim()
      expect(first?.workspace).toBe(busy)
      const second = await claim()
      expect(second).toEqual({ workspace: other, id: 'late' })
      expect(await claim(true)).toBeNull()
      // Control: with nobody else waiting, the workspace may have a second one.
      const third = await claim()
      expect(third?.workspace).toBe(busy)

      for (const one of [second, first, third]) await finish(one as NonNullable<typeof one>)
      await uploads.create(newUpload(other, 'later', { createdAt: 40 }), bytesOf('a\n'))
      const fourth = await claim()
      expect(fourth).toEqual({ workspace: other, id: 'later' })
      await uploads.create(newUpload(other, 'latest', { createdAt: 50 }), bytesOf('a\n'))
      await finish(fourth as NonNullable<typeof fourth>)
      expect((await claim())?.workspace).toBe(busy)
    })

    it('are canceled: at once if they wait, or else by the node that works on them', async () => {
      const workspace = newWorkspace()
      const { uploads } = store()
      const create = (id: string) => uploads.create(newUpload(workspace, id), bytesOf('a\n1\n'))
      const NOW = 5_000_000
      await create('waiting')
      expect(await uploads.cancel(workspace, 'waiting', NOW)).toBe(true)
      expect(await uploads.cancel(workspace, 'waiting', NOW)).toBe(false)
      expect(await uploads.cancel(newWorkspace(), 'waiting', NOW)).toBe(false)
      expect((await uploads.find(workspace, 'waiting'))?.state).toBe('canceled')
      expect(await uploads.input(workspace, 'waiting')).toBeNull()

      await create('running')
      const running = { ...newUpload(workspace, 'running'), total: 9, done: 3 }
      const before = await uploads.unfinished(NOW)
      expect(await uploads.progress(workspace, 'running', running, NOW + 60)).toBe(true)
      expect(await uploads.unfinished(NOW)).toEqual({
        running: before.running + 1,
        waiting: before.waiting - 1,
      })
      expect(await uploads.cancel(workspace, 'running', NOW)).toBe(true)
      // The node learns of it, and neither continues nor finishes.
      expect(await uploads.progress(workspace, 'running', running, NOW + 60)).toBe(false)
      const done = { ...running, state: 'done' } as const
      const result = { file: bytesOf('a\n'), questions: '[]' }
      expect(await uploads.progress(workspace, 'running', done, NOW, result)).toBe(false)
      expect(await uploads.result(workspace, 'running')).toBeNull()
      await uploads.release(workspace, 'running')
      let claimed = await uploads.claim(NOW, NOW + 60)
      while (claimed !== null && claimed.upload.workspace !== workspace)
        claimed = await uploads.claim(NOW, NOW + 60)
      expect(claimed?.upload).toMatchObject({ id: 'running', state: 'canceling', done: 3 })
      expect(await uploads.input(workspace, 'running')).not.toBeNull()
      expect(await uploads.progress(workspace, 'running', { ...running, state: 'canceled' }, NOW)).toBe(true)
      expect(await uploads.input(workspace, 'running')).toBeNull()
    })

    it('count the claims without progress', async () => {
      const workspace = newWorkspace()
      const { uploads } = store()
      await uploads.create(newUpload(workspace, 'u'), bytesOf('a\n1\n'))
      let now = 1_000
      const claims = async () => {
        for (;;) {
          const claimed = await uploads.claim(now, now + 10)
          if (claimed?.upload.workspace !== workspace) continue
          now += 10
          return claimed.claims
        }
      }
      const save = (done: number) =>
        uploads.progress(workspace, 'u', { ...newUpload(workspace, 'u'), total: 9, done }, now)
      expect(await claims()).toBe(1)
      await save(0)
      expect(await claims()).toBe(2)
      await save(3)
      expect(await claims()).toBe(1)
      // The same rows again are not progress.
      await save(3)
      expect(await claims()).toBe(2)
      await uploads.release(workspace, 'u')
      expect(await claims()).toBe(2)
      expect(await claims()).toBe(3)
    })
  })
}
