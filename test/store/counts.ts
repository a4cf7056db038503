import { describe, expect, it } from 'vitest'
import { sumOf } from '../../src/contract/action_bands.ts'
import type { Label } from '../../src/contract/session.ts'
import type { Store } from '../../src/store/store.ts'
import {
  COUNTER_COLUMNS,
  type CounterQuery,
  type CounterSum,
  counterCounts,
  DAY_MS,
  DIMENSIONS,
  type Dimension,
  HOUR_MS,
  SPANS,
  WEEK_MS,
} from '../../src/store/terms.ts'
import { newFacts } from '../samples/session_facts.ts'
import { newReport, newWorkspace, type Subject, startSession } from './engine.ts'

const REJECT = 'Auto-reject or high-priority review'
const NOON = 20_000 * DAY_MS + 12 * HOUR_MS
const WEEK = Math.floor(NOON / WEEK_MS) * WEEK_MS
const WHOLE_WEEKS = { from: WEEK - 3 * WEEK_MS, to: WEEK + 4 * WEEK_MS }

export function countsSuite(store: Subject): void {
  type Given = Partial<Pick<CounterQuery, 'values' | 'from' | 'to'>>
  const around = (workspace: string, dimension: Dimension, given: Given) => ({
    workspace,
    dimensions: [dimension],
    from: NOON - 20 * DAY_MS,
    to: NOON + 20 * DAY_MS,
    ...given,
  })
  const counted = (workspace: string, dimension: Dimension, given: Given = {}) =>
    store().facts.counted({ ...around(workspace, dimension, given), by: 'value' })
  const bars = (workspace: string, dimension: Dimension, barMs: number, given: Given = {}) =>
    store().facts.counted({ ...around(workspace, dimension, given), by: 'at', barMs })
  /** Counts by value, whatever the action. */
  const byValue = async (workspace: string, dimension: Dimension) => {
    const sums: Record<string, number> = {}
    for (const { key, ...counter } of await counted(workspace, dimension))
      sums[key] = (sums[key] ?? 0) + sumOf(counterCounts(counter))
    return sums
  }
  /** The counters of each length, and their sums by value. */
  const everything = async (workspace: string) => {
    const rows = DIMENSIONS.flatMap((dimension) =>
      [
        counted(workspace, dimension),
        ...SPANS.map((span) => bars(workspace, dimension, span * HOUR_MS, WHOLE_WEEKS)),
      ].map(async (found, group) =>
        (await found).map((counter) =>
          [
            dimension,
            group,
            counter.key,
            counter.label,
            ...COUNTER_COLUMNS.map((column) => counter[column]),
          ].join(' '),
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
  const label = (given: Store, workspace: string, sessionId: string, name: Label | null) =>
    given.facts.setLabel(
      { workspace, sessionId },
      name === null ? null : { label: name, memberId: 'm', at: 1, note: '' },
    )

  describe('counters', () => {
    it('count each scored session under its properties, by hour', async () => {
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
      await save(workspace, 'c', REJECT, { country: null, browser: null, referrer: null }, 97)
      expect(await byValue(workspace, 'all')).toEqual({ '': 3 })
      expect(await byValue(workspace, 'country')).toEqual({ DE: 1, FR: 1 })
      expect(await byValue(workspace, 'browser')).toEqual({ Chrome: 2 })
      expect(await byValue(workspace, 'system')).toEqual({ Linux: 3 })
      expect(await byValue(workspace, 'referrer')).toEqual({ 'search.example': 2 })
      expect(await byValue(workspace, 'input')).toEqual({ mouse: 2, keyboard: 2, touch: 1 })
      expect(await byValue(workspace, 'page')).toEqual({ '/': 2, '/checkout': 2, '/orders/:id': 1 })
      expect(await byValue(workspace, 'check')).toEqual({ '0': 3, '2': 3 })
      expect(await byValue(workspace, 'tag')).toEqual({ t: 3 })
      expect(await byValue(workspace, 'score')).toEqual({ '12': 2, '97': 1 })
      const hours = await bars(workspace, 'all', HOUR_MS)
      expect(hours.map(({ key, accept, reject }) => [key, accept, reject]).sort()).toEqual([
        [NOON, 2, 0],
        [NOON + HOUR_MS, 0, 1],
      ])
      expect(await counted(workspace, 'country', { from: NOON + DAY_MS })).toEqual([])
      expect(await counted(workspace, 'country', { to: NOON })).toEqual([])
      const only = await counted(workspace, 'score', { values: ['97', '90'] })
      expect(only.map(({ key, reject }) => [key, reject])).toEqual([['97', 1]])
      expect(await everything(newWorkspace())).toEqual([])
    })

    it('give the same sums for any whole hours, whatever counters these consist of', async () => {
      const workspace = newWorkspace()
      const starts = Array.from({ length: 40 }, (_, index) => WEEK - 9 * DAY_MS + index * 13 * HOUR_MS)
      await Promise.all(
        starts.map(async (receivedAt, index) => {
          const sessionId = `session ${index}`
          await startSession(store(), workspace, { sessionId, receivedAt })
          await save(workspace, sessionId, index % 3 === 0 ? REJECT : 'Auto-accept')
          if (index % 4 === 0) await label(store(), workspace, sessionId, 'bot')
        }),
      )
      const ends = [WEEK - 8 * DAY_MS, WEEK - 7 * DAY_MS, WEEK - 5 * HOUR_MS, WEEK, WEEK + 30 * HOUR_MS]
      for (const from of ends) {
        for (const to of [...ends, WEEK + 9 * DAY_MS, WEEK + 11 * DAY_MS + 7 * HOUR_MS]) {
          const period = { from, to }
          const expected = starts.filter((at) => from <= at && at < to).length
          const total = (counters: readonly CounterSum[]) =>
            counters.reduce((sum, counter) => sum + sumOf(counterCounts(counter)), 0)
          expect(total(await counted(workspace, 'all', period))).toBe(expected)
          for (const barMs of [HOUR_MS, 6 * HOUR_MS, DAY_MS, WEEK_MS, 30 * DAY_MS]) {
            const byBar = (at: number) => Math.floor(at / barMs)
            const found = await bars(workspace, 'all', barMs, period)
            const inBars = Map.groupBy(found, ({ key }) => byBar(Number(key)))
            const startsInBars = Map.groupBy(
              starts.filter((at) => from <= at && at < to),
              byBar,
            )
            expect([...inBars].map(([bar, one]) => [bar, total(one)]).sort()).toEqual(
              [...startsInBars].map(([bar, one]) => [bar, one.length]).sort(),
            )
          }
        }
      }
    })

    it('follow new reports, labels and erasure, and leave nothing behind', async () => {
      const workspace = newWorkspace()
      const key = { workspace, sessionId: 'a' }
      await startSession(store(), workspace, { sessionId: 'a', receivedAt: NOON })
      await label(store(), workspace, 'a', 'person')
      expect(await everything(workspace)).toEqual([])
      await save(workspace, 'a', REJECT)
      const kinds = async () =>
        (await counted(workspace, 'all')).map(({ label, accept, reject }) => [label, accept, reject])
      expect(await kinds()).toEqual([['person', 0, 1]])
      await label(store(), workspace, 'a', 'bot')
      expect(await kinds()).toEqual([['bot', 0, 1]])
      await label(store(), workspace, 'a', null)
      expect(await kinds()).toEqual([['', 0, 1]])
      await save(workspace, 'a', 'Auto-accept', { country: 'FR', routes: ['/else'] })
      expect(await kinds()).toEqual([['', 1, 0]])
      expect(await byValue(workspace, 'country')).toEqual({ FR: 1 })
      expect(await byValue(workspace, 'page')).toEqual({ '/else': 1 })
      const listed = (filter: object) => store().facts.list({ workspace, filter, order: 'newest', limit: 9 })
      expect((await listed({ country: 'DE' })).rows).toEqual([])
      expect((await listed({ country: 'FR' })).rows).toHaveLength(1)
      await label(store(), workspace, 'a', 'bot')
      await store().sessions.erase(key)
      expect(await everything(workspace)).toEqual([])
      for (const filter of [{ country: 'FR' }, { label: 'bot' }]) {
        expect((await listed(filter)).rows).toEqual([])
      }
    })

    it('name every path of a session, and leave nothing of them behind', async () => {
      const workspace = newWorkspace()
      const ids = ['a', 'b', 'c']
      for (const sessionId of ids) {
        await startSession(store(), workspace, { sessionId, receivedAt: NOON })
        const routes = Array.from({ length: 49 }, (_, page) => `/${sessionId}-${page}`)
        await save(workspace, sessionId, 'Auto-accept', { routes: ['/shop', ...routes] })
      }
      const pages = await byValue(workspace, 'page')
      expect(Object.keys(pages)).toHaveLength(3 * 49 + 1)
      expect(pages['/shop']).toBe(3)
      const shop = { route: '/shop' }
      const listed = () => store().facts.list({ workspace, filter: shop, order: 'newest', limit: 9 })
      expect((await listed()).rows).toHaveLength(3)
      for (const sessionId of ids) await store().sessions.erase({ workspace, sessionId })
      expect(await everything(workspace)).toEqual([])
      expect((await listed()).rows).toEqual([])
    })

    it('are the same after concurrent changes and after a recount', async () => {
      const workspace = newWorkspace()
      const ids = Array.from({ length: 12 }, (_, index) => `session ${index}`)
      await Promise.all(
        ids.map((sessionId, index) =>
          startSession(store(), workspace, { sessionId, receivedAt: NOON + index * HOUR_MS }),
        ),
      )
      const change = (index: number) => {
        const sessionId = ids[index] as string
        return [
          save(workspace, sessionId, 'Auto-accept'),
          label(store(), workspace, sessionId, index % 2 === 0 ? 'bot' : 'person'),
          save(workspace, sessionId, REJECT, { country: 'FR' }),
          label(store(), workspace, sessionId, index % 3 === 0 ? null : 'bot'),
        ]
      }
      // Each group has as many changes as a node has connections: a wait for one has a short time limit.
      for (let index = 0; index < ids.length; index += 3) {
        await Promise.all([index, index + 1, index + 2].flatMap(change))
      }
      await store().sessions.erase({ workspace, sessionId: 'session 0' })
      const before = await everything(workspace)
      expect((await byValue(workspace, 'all'))['']).toBe(11)
      const from = Math.floor(NOON / DAY_MS) * DAY_MS
      expect(await store().facts.recount(workspace, from, from + DAY_MS)).toBe(11)
      expect(await everything(workspace)).toEqual(before)
    })
  })
}
