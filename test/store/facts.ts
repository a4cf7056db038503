import { describe, expect, it } from 'vitest'
import { EXAMPLE_SESSIONS } from '../../src/contract/example_session.ts'
import type {
  FactFilter,
  FactQuery,
  FactStore,
  ListedSession,
  SavedPlace,
  SessionFacts,
} from '../../src/store/facts.ts'
import { newFacts } from '../samples/session_facts.ts'
import { newReport, newWorkspace, type Subject, startSession } from './engine.ts'

/** Saves a session with a report of this score. */
export const scoreSessions =
  (store: Subject) =>
  async (
    workspace: string,
    sessionId: string,
    score: number,
    given: {
      at?: number
      action?: string
      userId?: string
      tags?: string[]
      facts?: Partial<SessionFacts>
    } = {},
  ) => {
    const { at = 1_000, action = 'Auto-accept', facts, ...names } = given
    await startSession(store(), workspace, { sessionId, receivedAt: at, ...names })
    const report = newReport(1, { score, action })
    await store().sessions.saveReport({ workspace, sessionId }, { ...report, facts: newFacts(facts) })
  }

/** All pages of a list, and the number of steps. */
async function walk(facts: FactStore, query: FactQuery): Promise<{ rows: ListedSession[]; steps: number }> {
  const rows: ListedSession[] = []
  for (let steps = 1, { after } = query; ; steps++) {
    const page = await facts.list({ ...query, ...(after && { after }) })
    rows.push(...page.rows)
    if (page.end === null) return { rows, steps }
    after = page.end
  }
}

export function factsSuite(store: Subject): void {
  const scored = scoreSessions(store)
  const query = (workspace: string, given: Partial<FactQuery> = {}): FactQuery => ({
    workspace,
    filter: {},
    order: 'newest',
    scanLimit: 3,
    limit: 2,
    ...given,
  })
  const ids = (rows: readonly ListedSession[]) => rows.map(({ sessionId }) => sessionId)

  describe('facts', () => {
    it('are read in the order in which they were saved, from a place on', async () => {
      const workspace = newWorkspace()
      for (const [id, savedAt] of [
        ['c', 1_000],
        ['a', 3_000],
        ['d', 2_000],
        ['b', 2_000],
      ] as const) {
        await scored(workspace, id, 1, { facts: { savedAt } })
      }
      await startSession(store(), workspace, { sessionId: 'unscored', receivedAt: 1_000 })
      await scored(newWorkspace(), 'e', 1, { facts: { savedAt: 2_000 } })
      const saved = async (after: SavedPlace | null, before = 9_000, limit = 9) =>
        ids(await store().facts.saved(workspace, after, before, limit))
      expect(await saved(null)).toEqual(['c', 'b', 'd', 'a'])
      expect(await saved(null, 3_000)).toEqual(['c', 'b', 'd'])
      expect(await saved(null, 9_000, 2)).toEqual(['c', 'b'])
      expect(await saved({ savedAt: 2_000, sessionId: 'b' })).toEqual(['d', 'a'])
    })

    it('are listed with their session, and null before it is scored', async () => {
      const workspace = newWorkspace()
      await scored(workspace, 'a', 42, { action: 'Accept with monitoring', userId: 'u', tags: ['t'] })
      await startSession(store(), workspace, { sessionId: 'b', receivedAt: 2_000 })
      const { rows } = await walk(store().facts, query(workspace))
      expect(rows).toEqual([
        expect.objectContaining({ sessionId: 'b', facts: null, label: null }),
        {
          workspace,
          sessionId: 'a',
          startedAt: 1_000,
          lastAt: 1_000,
          userId: 'u',
          ip: null,
          tags: ['t'],
          facts: { ...newFacts(), score: 42, action: 'Accept with monitoring', clusters: [] },
          label: null,
        },
      ])
      expect(await store().facts.one({ workspace, sessionId: 'a' })).toEqual(rows[1])
      expect(await store().facts.one({ workspace: newWorkspace(), sessionId: 'a' })).toBeNull()
      expect(await store().facts.total(workspace)).toBe(2)
    })

    it('are listed newest first, oldest first and by score, with any step size', async () => {
      const workspace = newWorkspace()
      const other = newWorkspace()
      await scored(other, 'x', 50)
      for (let index = 0; index < 7; index++) {
        await scored(workspace, `s${index}`, (index * 37) % 90, { at: 1_000 + Math.floor(index / 2) })
      }
      for (const [scanLimit, limit] of [
        [1, 1],
        [3, 2],
        [100, 3],
        [100, 100],
      ] as const) {
        const walked = async (order: FactQuery['order']) =>
          ids((await walk(store().facts, query(workspace, { order, scanLimit, limit }))).rows)
        expect(await walked('newest')).toEqual(['s6', 's4', 's5', 's2', 's3', 's0', 's1'])
        expect(await walked('oldest')).toEqual(['s1', 's0', 's3', 's2', 's5', 's4', 's6'])
        // 0, 37, 74, 21, 58, 5, 42
        expect(await walked('score')).toEqual(['s2', 's4', 's6', 's1', 's3', 's5', 's0'])
      }
    })

    it.each([
      [{ from: 1_001, to: 1_003 }, ['c', 'b']],
      [{ user: 'u' }, ['c', 'a']],
      [{ tag: 'say "t"' }, ['d', 'a']],
      [{ tag: 'say "t"', user: 'u' }, ['a']],
      [{ scoreMin: 50 }, ['d', 'c']],
      [{ scoreMin: 20, scoreMax: 60 }, ['c', 'b']],
      [{ action: 'Auto-reject or high-priority review' as const }, ['d']],
      [{ action: 'Unknown' as const }, []],
      [{ action: 'Auto-accept' as const, label: 'none' as const }, ['c', 'b', 'a']],
      [{ label: 'none' as const }, ['e', 'c', 'b', 'a']],
      [{ check: 'teleporting_mouse' as const }, ['b', 'a']],
      [{ check: 'all_pasted' as const }, ['d']],
      [{ route: '/checkout' }, ['b', 'a']],
      [{ route: '/check*' }, ['c', 'b', 'a']],
      [{ route: '/check' }, []],
      [{ country: 'FR' }, ['c']],
      [{ browser: 'Chrome' }, ['d', 'c', 'b', 'a']],
      [{ system: 'iOS' }, ['d']],
      [{ system: 'iOS', browser: 'Chrome' }, ['d']],
      [{ referrer: 'forum.example' }, ['c']],
      [{ referrer: 'search.example' }, ['b', 'a']],
      [{ referrer: 'search' }, []],
      [{ referrer: 'forum.example', country: 'FR' }, ['c']],
      [{ input: 'touch' as const }, ['d']],
      [{ input: 'mouse' as const, country: 'DE' }, ['b', 'a']],
      [{ scoreMin: 40, scoreMax: 20 }, []],
      [{ scoreMin: 50, scoreMax: 50 }, ['c']],
      [{ device: 'dev' }, ['d', 'c']],
      [{ device: 'dev', country: 'FR' }, ['c']],
      [{ label: 'bot' as const }, ['d']],
      [{ label: 'none' as const, scoreMin: 1 }, ['c', 'b', 'a']],
    ])('match the filter %j in every order', async (filter, expected) => {
      const workspace = newWorkspace()
      await scored(workspace, 'a', 10, { at: 1_000, userId: 'u', tags: ['say "t"', 'other'] })
      await scored(workspace, 'b', 30, { at: 1_001, tags: ['t'] })
      const abroad = {
        country: 'FR',
        referrer: 'forum.example',
        detected: 1,
        routes: ['/checkouts'],
        device: 'dev',
      }
      await scored(workspace, 'c', 50, { at: 1_002, userId: 'u', facts: abroad })
      const reject = 'Auto-reject or high-priority review'
      const driven = {
        detected: 0b10000,
        routes: [],
        country: null,
        referrer: null,
        device: 'dev',
        system: 'iOS',
        inputs: 4,
      }
      await scored(workspace, 'd', 90, { at: 1_003, action: reject, tags: ['say "t"'], facts: driven })
      await startSession(store(), workspace, { sessionId: 'e', receivedAt: 1_004 })
      const labeled = { label: 'bot' as const, memberId: 'm', at: 9, note: '' }
      await store().facts.setLabel({ workspace, sessionId: 'd' }, labeled)
      const walked = async (order: FactQuery['order']) =>
        ids((await walk(store().facts, query(workspace, { filter, order }))).rows)
      expect(await walked('newest')).toEqual(expected)
      expect(await walked('oldest')).toEqual(expected.toReversed())
      // The order by score contains only scored sessions.
      expect(await walked('score')).toEqual(expected.filter((id) => id !== 'e'))

      const { from = 0, to = 9_999 } = filter as FactFilter
      const counts = await store().facts.count(workspace, filter, { from, to }, { start: 1_000, barMs: 2 })
      // Counts contain only scored sessions.
      const scoredIds = expected.filter((id) => id !== 'e')
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(scoredIds.length)
    })

    it('are counted by time and action', async () => {
      const workspace = newWorkspace()
      await scored(workspace, 'a', 7, { at: 1_000 })
      await scored(workspace, 'b', 9, { at: 1_050 })
      await scored(workspace, 'c', 100, { at: 1_100, action: 'Auto-reject or high-priority review' })
      await startSession(store(), workspace, { sessionId: 'd', receivedAt: 1_199 })
      const bars = { start: 1_000, barMs: 100 }
      const counted = async (from: number, to: number) =>
        (await store().facts.count(workspace, {}, { from, to }, bars)).toSorted((x, y) => x.bar - y.bar)
      const rejected = { bar: 1, action: 'Auto-reject or high-priority review', count: 1 }
      expect(await counted(1_000, 1_200)).toEqual([{ bar: 0, action: 'Auto-accept', count: 2 }, rejected])
      expect(await counted(1_050, 1_100)).toEqual([{ bar: 0, action: 'Auto-accept', count: 1 }])
    })

    it('are listed and counted by effective action, without the example session', async () => {
      const workspace = newWorkspace()
      const reject = 'Auto-reject or high-priority review'
      await scored(workspace, 'cleared', 90, { at: 1_000, action: reject })
      await scored(workspace, 'caught', 10, { at: 1_001 })
      await scored(workspace, 'person', 10, { at: 1_002 })
      await scored(workspace, EXAMPLE_SESSIONS.person, 10, { at: 1_003, tags: ['welcome'] })
      const label = (name: 'person' | 'bot') => ({ label: name, memberId: 'm', at: 9, note: '' })
      await store().facts.setLabel({ workspace, sessionId: 'cleared' }, label('person'))
      await store().facts.setLabel({ workspace, sessionId: 'caught' }, label('bot'))
      const listed = async (filter: FactFilter) =>
        ids((await walk(store().facts, query(workspace, { filter }))).rows)
      expect(await listed({})).toEqual(['person', 'caught', 'cleared'])
      expect(await listed({ tag: 'welcome' })).toEqual([])
      expect(await listed({ action: 'Auto-accept' })).toEqual(['person', 'cleared'])
      expect(await listed({ action: reject })).toEqual(['caught'])
      const period = { from: 0, to: 9_999 }
      const counts = await store().facts.count(workspace, {}, period, { start: 0, barMs: 10_000 })
      expect(counts.toSorted((a, b) => b.count - a.count)).toEqual([
        { bar: 0, action: 'Auto-accept', count: 2 },
        { bar: 0, action: reject, count: 1 },
      ])
      const hour = { from: 0, to: 3_600_000 }
      const counted = await store().facts.counted({ workspace, dimensions: ['all'], ...hour, by: 'value' })
      expect(counted.reduce((sum, { accept, reject: rejected }) => sum + accept + rejected, 0)).toBe(3)
    })

    it('have different users and tags that begin alike', async () => {
      const workspace = newWorkspace()
      for (const [i, userId] of ['ada', 'adam', 'ada', 'bob'].entries())
        await startSession(store(), workspace, { sessionId: `s${i}`, userId, tags: [`tag-${i}`, 'tag-%'] })
      const starting = (property: 'user' | 'tag', prefix: string, limit = 10) =>
        store().facts.startingWith(workspace, property, prefix, limit)
      expect(await starting('user', 'ada')).toEqual(['ada', 'adam'])
      expect(await starting('user', 'ada', 1)).toEqual(['ada'])
      expect(await starting('user', 'b')).toEqual(['bob'])
      expect(await starting('tag', 'tag-')).toEqual(['tag-%', 'tag-0', 'tag-1', 'tag-2', 'tag-3'])
      expect(await starting('tag', 'x')).toEqual([])
    })

    it('are listed by time of change', async () => {
      const workspace = newWorkspace()
      await scored(workspace, 'old', 1, { at: 1_000, facts: { savedAt: 1_500 } })
      await scored(workspace, 'again', 1, { at: 1_000, facts: { savedAt: 9_000 } })
      await startSession(store(), workspace, { sessionId: 'new', receivedAt: 8_000 })
      const changed = await store().facts.changed(workspace, 5_000, 5_000, 10)
      expect(ids(changed).sort()).toEqual(['again', 'new'])
    })

    it('are found by a prefix of the id', async () => {
      const workspace = newWorkspace()
      const random = 'AbCdEfGhIjKlMnOpQrStUw'
      for (const sessionId of [random, 'session one', 'session two', 'AbCx']) {
        await startSession(store(), workspace, { sessionId })
      }
      const found = async (prefix: string) => ids(await store().facts.byId(workspace, prefix, 10)).sort()
      expect(await found('session')).toEqual(['session one', 'session two'])
      expect(await found('session t')).toEqual(['session two'])
      for (let chars = 4; chars <= random.length; chars++)
        expect(await found(random.slice(0, chars))).toEqual([random])
      expect(await found('AbC')).toEqual(['AbCdEfGhIjKlMnOpQrStUw', 'AbCx'])
      expect(await found('nothing')).toEqual([])
    })

    it('are erased with their session, as are label and deliveries', async () => {
      const workspace = newWorkspace()
      await scored(workspace, 'a', 80)
      const key = { workspace, sessionId: 'a' }
      await store().facts.setLabel(key, { label: 'bot', memberId: 'm', at: 1, note: '' })
      await store().sessions.erase(key)
      expect(await store().facts.one(key)).toBeNull()
      expect(await store().facts.label(key)).toBeNull()
      expect(await store().facts.labeled(workspace, 9)).toEqual([])
      expect((await store().facts.list(query(workspace, { order: 'score' }))).rows).toEqual([])
    })
  })

  describe('labels', () => {
    it('are set, replaced and removed, on existing sessions', async () => {
      const workspace = newWorkspace()
      await scored(workspace, 'a', 80)
      const key = { workspace, sessionId: 'a' }
      const first = { label: 'bot', memberId: 'm', at: 1, note: 'clicks by script' } as const
      expect(await store().facts.setLabel(key, first)).toBe(true)
      expect((await store().facts.one(key))?.label).toEqual(first)
      const second = { label: 'person', memberId: 'n', at: 2, note: '' } as const
      expect(await store().facts.setLabel(key, second)).toBe(true)
      expect(await store().facts.label(key)).toEqual(second)
      expect(await store().facts.labels(workspace, ['b', 'a', ''])).toEqual(new Map([['a', second]]))
      expect(await store().facts.labels('another', ['a'])).toEqual(new Map())
      expect(await store().facts.labels(workspace, [])).toEqual(new Map())
      expect(ids(await store().facts.labeled(workspace, 9))).toEqual(['a'])
      expect(await store().facts.setLabel(key, null)).toBe(true)
      expect(await store().facts.label(key)).toBeNull()
      const stranger = { workspace: newWorkspace(), sessionId: 'a' }
      expect(await store().facts.setLabel(stranger, first)).toBe(false)
    })
  })

  describe('rescoring', () => {
    it('starts with the newest sessions, in steps, and ends', async () => {
      const workspace = newWorkspace()
      for (const [index, sessionId] of ['a', 'b', 'c'].entries()) {
        await scored(workspace, sessionId, 1, { at: 1_000 + index })
      }
      const due = async () => {
        const claimed = await store().sessions.claimUnscored(1_000, 5_000, 80_000, 80_000)
        return claimed.filter((key) => key.workspace === workspace).map(({ sessionId }) => sessionId)
      }
      expect(await due()).toEqual([])
      expect(await store().facts.scoreAgain(workspace, 9_999, 2)).toEqual({ count: 2, last: 1_001 })
      expect((await due()).sort()).toEqual(['b', 'c'])
      expect(await store().facts.scoreAgain(workspace, 1_001, 2)).toEqual({ count: 1, last: 1_000 })
      expect(await store().facts.scoreAgain(workspace, 1_000, 2)).toEqual({ count: 0, last: 1_000 })
      await store().sessions.saveReport({ workspace, sessionId: 'c' }, newReport(1, { version: 'v2' }))
      await store().facts.scoreAgain(workspace, 9_999, 0)
      expect(await due()).not.toContain('c')
    })
  })
}
