import { describe, expect, it } from 'vitest'
import type { ListQuery, SessionWithReport } from '../../src/store/sessions.ts'
import { newSessionId, newWorkspace, type Subject, startSession } from './engine.ts'

const LISTS = {
  byUser: (store: Subject, workspace: string, query: ListQuery) =>
    store().sessions.byUser(workspace, 'u', query),
  byTag: (store: Subject, workspace: string, query: ListQuery) =>
    store().sessions.byTag(workspace, 't', query),
  recent: (store: Subject, workspace: string, query: ListQuery) => store().sessions.recent(workspace, query),
}

export function listsSuite(store: Subject): void {
  describe.each(Object.entries(LISTS))('%s', (_, list) => {
    it('lists the newest start first, up to the limit', async () => {
      const workspace = newWorkspace()
      for (const receivedAt of [3, 1, 4, 5, 2])
        await startSession(store(), workspace, { receivedAt, userId: 'u', tags: ['t'] })
      const starts = (await list(store, workspace, { limit: 3 })).map(({ session }) => session.startedAt)
      expect(starts).toEqual([5, 4, 3])
    })

    it('returns every session once, also with equal starts', async () => {
      const workspace = newWorkspace()
      const ids = new Set<string>()
      for (let index = 0; index < 25; index++) {
        ids.add(
          await startSession(store(), workspace, {
            receivedAt: 10 + (index % 3),
            userId: 'u',
            tags: ['s', 't'],
          }),
        )
      }
      const seen: string[] = []
      let before: ListQuery['before']
      for (;;) {
        const found: SessionWithReport[] = await list(store, workspace, {
          limit: 4,
          ...(before && { before }),
        })
        if (found.length === 0) break
        seen.push(...found.map(({ session }) => session.sessionId))
        const last = found.at(-1)?.session
        before = last && { startedAt: last.startedAt, sessionId: last.sessionId }
      }
      expect(seen).toHaveLength(25)
      expect(new Set(seen)).toEqual(ids)
    })

    it('contains no session of another workspace', async () => {
      const [mine, theirs] = [newWorkspace(), newWorkspace()]
      await startSession(store(), theirs, { userId: 'u', tags: ['t'] })
      expect(await list(store, mine, { limit: 9 })).toEqual([])
    })
  })

  describe('page and count', () => {
    it('return every session of every workspace once, in key order', async () => {
      const [one, other] = [newWorkspace(), newWorkspace()]
      const mine = new Set<string>()
      for (const workspace of [one, other]) {
        for (let index = 0; index < 7; index++)
          mine.add(`${workspace}/${await startSession(store(), workspace)}`)
      }
      const seen: string[] = []
      let after: { workspace: string; sessionId: string } | undefined
      for (;;) {
        const keys = await store().sessions.page(5, after)
        if (keys.length === 0) break
        seen.push(...keys.map(({ workspace, sessionId }) => `${workspace}/${sessionId}`))
        after = keys.at(-1)
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((key) => mine.has(key))).toHaveLength(14)
      expect(await store().sessions.count()).toBe(seen.length)
    })
  })

  describe('isolation', () => {
    it('separates the same session id in two workspaces, in every method', async () => {
      const [mine, theirs] = [newWorkspace(), newWorkspace()]
      const sessionId = newSessionId()
      await startSession(store(), mine, { sessionId, userId: 'me' })
      expect(await store().sessions.find({ workspace: theirs, sessionId })).toBeNull()
      expect(await store().sessions.batches({ workspace: theirs, sessionId })).toEqual([])
      expect(await store().sessions.erase({ workspace: theirs, sessionId })).toBe(false)
      await startSession(store(), theirs, { sessionId, userId: 'them', receivedAt: 9 })
      expect((await store().sessions.find({ workspace: mine, sessionId }))?.session.userId).toBe('me')
      expect((await store().sessions.find({ workspace: theirs, sessionId }))?.session.userId).toBe('them')
      expect(await store().sessions.erase({ workspace: theirs, sessionId })).toBe(true)
      expect(await store().sessions.batches({ workspace: mine, sessionId })).toHaveLength(1)
      expect(await store().sessions.byUser(mine, 'me', { limit: 9 })).toHaveLength(1)
    })
  })
}
