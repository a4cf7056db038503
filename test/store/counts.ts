import { describe, expect, it } from 'vitest'
import { MAX_VALUES, OTHER } from '../../src/store/counter_cap.ts'
import type { LabelName } from '../../src/store/facts.ts'
import type { Store } from '../../src/store/store.ts'
import {
  actionOfKind,
  type CountedQuery,
  DAY_MS,
  DIMENSIONS,
  type Dimension,
  HOUR_MS,
  labelOfKind,
  SPANS,
} from '../../src/store/terms.ts'
import { newReport, newWorkspace, type Subject, startSession } from './engine.ts'
import { newFacts } from './facts.ts'

const REJECT = 'Auto-reject or high-priority review'
const NOON = 20_000 * DAY_MS + 12 * HOUR_MS

export function countsSuite(store: Subject): void {
  const counted = (workspace: string, dimension: Dimension, given: Partial<CountedQuery> = {}) =>
    store().facts.counted({
      workspace,
      dimension,
      span: 168,
      from: NOON - 20 * DAY_MS,
      to: NOON + 20 * DAY_MS,
      by: 'value',
      ...given,
    })
  /** Counts by value, whatever the action. */
  const byValue = async (workspace: string, dimension: Dimension) => {
    const sums: Record<string, number> = {}
    for (const { key, count } of await counted(workspace, dimension)) sums[key] = (sums[key] ?? 0) + count
    return sums
  }
  const everything = async (workspace: string) => {
    const rows = SPANS.flatMap((span) =>
      DIMENSIONS.flatMap((dimension) =>
        (['at', 'value'] as const).map(async (by) =>
          (await counted(workspace, dimension, { span, by })).map(({ key, kind, count }) =>
            [span, dimension, by, key, kind, count].join(' '),
          ),
        ),
      ),
    )
    return (await Promise.all(rows)).flat().sort()
  }
  const save = (workspace: string, sessionId: string, action: string, facts = {}, score = 12) =>
    store().sessions.saveReport(
      { workspace, sessionId },
      { ...newReport(1, { action, score }), facts: newFacts(facts) },
    )
  const label = (given: Store, workspace: string, sessionId: string, name: LabelName | null) =>
    given.facts.setLabel(
      { workspace, sessionId },
      name === null ? null : { label: name, memberId: 'm', at: 1, note: '' },
    )

  describe('samples', () => {
    it('scan a number of sessions of each period and count those that pass the filter', async () => {
      const workspace = newWorkspace()
      for (const [index, sessionId] of ['a', 'b', 'c', 'd', 'e'].entries()) {
        await startSession(store(), workspace, { sessionId, receivedAt: NOON + index })
        const facts = { country: 'DE', browser: index % 2 === 0 ? 'Firefox 1' : 'Chrome 1' }
        if (sessionId !== 'e') await save(workspace, sessionId, 'Auto-accept', facts)
      }
      const filter = { country: 'DE', browser: 'Firefox' }
      const periods = [
        { from: NOON, to: NOON + 3 },
        { from: NOON + 3, to: NOON + 9 },
        { from: NOON + 9, to: NOON + 12 },
      ]
      const sample = (scanLimit: number) => store().facts.sample({ workspace, filter, scanLimit }, periods)
      expect((await sample(9)).map((one) => ({ ...one })).sort((a, b) => a.period - b.period)).toEqual([
        { period: 0, action: 'Auto-accept', scanned: 3, matched: 2 },
        { period: 1, action: 'Auto-accept', scanned: 1, matched: 0 },
      ])
      expect((await sample(1)).find(({ period }) => period === 0)).toMatchObject({ scanned: 1, matched: 1 })
      const query = { workspace, filter, order: 'newest', scanLimit: 9, limit: 9 } as const
      const { rows, isCut } = await store().facts.terms(query)
      expect(isCut).toBe(false)
      expect(rows.map(({ action, terms }) => [action, terms.includes('browser Firefox')])).toEqual([
        ['Auto-accept', true],
        ['Auto-accept', true],
      ])
      expect(await store().facts.terms({ ...query, limit: 1 })).toMatchObject({ isCut: true })
    })
  })

  describe('counters', () => {
    it('count each scored session under its properties, by hour and by longer periods', async () => {
      const workspace = newWorkspace()
      for (const [index, sessionId] of ['a', 'b', 'c'].entries()) {
        const receivedAt = NOON + index * 40 * 60_000
        await startSession(store(), workspace, { sessionId, receivedAt, tags: ['t'] })
      }
      expect(await everything(workspace)).toEqual([])
      await save(workspace, 'a', 'Auto-accept')
      await save(workspace, 'b', 'Auto-accept', {
        country: 'FR',
        inputs: 4,
        routes: ['/orders/17', '/orders/18'],
      })
      await save(workspace, 'c', REJECT, { country: null, browser: null }, 97)
      expect(await byValue(workspace, 'all')).toEqual({ '': 3 })
      expect(await byValue(workspace, 'country')).toEqual({ DE: 1, FR: 1 })
      expect(await byValue(workspace, 'browser')).toEqual({ Chrome: 2 })
      expect(await byValue(workspace, 'system')).toEqual({ Linux: 3 })
      expect(await byValue(workspace, 'input')).toEqual({ mouse: 2, keyboard: 2, touch: 1 })
      expect(await byValue(workspace, 'page')).toEqual({ '/': 2, '/checkout': 2, '/orders/:id': 1 })
      expect(await byValue(workspace, 'check')).toEqual({ '0': 3, '2': 3 })
      expect(await byValue(workspace, 'tag')).toEqual({ t: 3 })
      expect(await byValue(workspace, 'score')).toEqual({ '12': 2, '97': 1 })
      expect(await byValue(workspace, 'score_step')).toEqual({ '10': 2, '95': 1 })
      const hours = await counted(workspace, 'all', { span: 1, by: 'at' })
      expect(hours.map(({ key, kind, count }) => [key, actionOfKind(kind), count]).sort()).toEqual([
        [NOON, 'Auto-accept', 2],
        [NOON + HOUR_MS, REJECT, 1],
      ])
      const late = await counted(workspace, 'country', { span: 12, from: NOON + DAY_MS })
      expect(late).toEqual([])
      const only = await counted(workspace, 'score_step', { values: ['95', '90'] })
      expect(only.map(({ key, count }) => [key, count])).toEqual([['95', 1]])
      expect(await everything(newWorkspace())).toEqual([])
    })

    it('follow new reports, labels and erasure, and leave nothing behind', async () => {
      const workspace = newWorkspace()
      const key = { workspace, sessionId: 'a' }
      await startSession(store(), workspace, { sessionId: 'a', receivedAt: NOON })
      await label(store(), workspace, 'a', 'person')
      expect(await everything(workspace)).toEqual([])
      await save(workspace, 'a', REJECT)
      const kinds = async () =>
        (await counted(workspace, 'all')).map(({ kind }) => [actionOfKind(kind), labelOfKind(kind)])
      expect(await kinds()).toEqual([[REJECT, 'person']])
      await label(store(), workspace, 'a', 'bot')
      expect(await kinds()).toEqual([[REJECT, 'bot']])
      await label(store(), workspace, 'a', null)
      expect(await kinds()).toEqual([[REJECT, null]])
      await save(workspace, 'a', 'Auto-accept', { country: 'FR', routes: ['/else'] })
      expect(await kinds()).toEqual([['Auto-accept', null]])
      expect(await byValue(workspace, 'country')).toEqual({ FR: 1 })
      expect(await byValue(workspace, 'page')).toEqual({ '/else': 1 })
      const listed = (filter: object) =>
        store().facts.list({ workspace, filter, order: 'newest', scanLimit: 9, limit: 9 })
      expect((await listed({ country: 'DE' })).rows).toEqual([])
      expect((await listed({ country: 'FR' })).rows).toHaveLength(1)
      await label(store(), workspace, 'a', 'bot')
      await store().sessions.erase(key)
      expect(await everything(workspace)).toEqual([])
      for (const filter of [{ country: 'FR' }, { label: 'bot' }]) {
        expect((await listed(filter)).rows).toEqual([])
      }
    })

    it('name a limited number of paths, and leave nothing of them behind', async () => {
      const workspace = newWorkspace()
      const ids = Array.from({ length: 12 }, (_, index) => `session ${index}`)
      for (const [index, sessionId] of ids.entries()) {
        await startSession(store(), workspace, { sessionId, receivedAt: NOON })
        const routes = Array.from({ length: 49 }, (_, page) => `/p${index}-${page}`)
        await save(workspace, sessionId, 'Auto-accept', { routes: ['/shop', ...routes] })
      }
      const pages = await byValue(workspace, 'page')
      // PostgreSQL has two buckets, each with its own limit.
      expect(Object.keys(pages).length).toBeLessThanOrEqual(2 * MAX_VALUES)
      expect(pages['/shop']).toBe(12)
      expect(Object.values(pages).reduce((sum, count) => sum + count, 0)).toBe(12 * 50)
      expect(pages[OTHER]).toBeGreaterThan(0)
      for (const sessionId of ids) await store().sessions.erase({ workspace, sessionId })
      expect(await everything(workspace)).toEqual([])
    })

    it('are the same after concurrent changes and after a recount', async () => {
      const workspace = newWorkspace()
      const ids = Array.from({ length: 12 }, (_, index) => `session ${index}`)
      await Promise.all(
        ids.map((sessionId, index) =>
          startSession(store(), workspace, { sessionId, receivedAt: NOON + index * HOUR_MS }),
        ),
      )
      await Promise.all(
        ids.flatMap((sessionId, index) => [
          save(workspace, sessionId, 'Auto-accept'),
          label(store(), workspace, sessionId, index % 2 === 0 ? 'bot' : 'person'),
          save(workspace, sessionId, REJECT, { country: 'FR' }),
          label(store(), workspace, sessionId, index % 3 === 0 ? null : 'bot'),
        ]),
      )
      await store().sessions.erase({ workspace, sessionId: 'session 0' })
      const before = await everything(workspace)
      expect((await byValue(workspace, 'all'))['']).toBe(11)
      const from = Math.floor(NOON / DAY_MS) * DAY_MS
      expect(await store().facts.recount(workspace, from, from + DAY_MS)).toBe(11)
      expect(await everything(workspace)).toEqual(before)
    })
  })
}
