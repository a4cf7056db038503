import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newReport, newWorkspace, startSession } from '../../../test/store/engine.ts'
import { newFacts } from '../../../test/store/facts.ts'
import type { Period } from '../../store/facts.ts'
import { openSqlite } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { DAY_MS, HOUR_MS, startsOf } from '../../store/terms.ts'
import { partsOf, selectionOf } from './session_counters.ts'
import { barMsOf, histogramOf } from './session_counts.ts'

const NOW = 94 * DAY_MS

const at = (days: number, hours = 0) => days * DAY_MS + hours * HOUR_MS

describe('the parts of a period', () => {
  it.each([
    { from: at(10, 15), to: at(10, 17) },
    { from: at(10, 5), to: at(13, 20) },
    { from: at(10), to: at(11) },
    { from: at(10, 3), to: at(10, 20) },
    { from: at(10, 11), to: at(10, 13) },
    { from: at(7), to: at(28) },
    { from: at(3, 7), to: at(93, 8) },
    { from: at(10), to: NOW + HOUR_MS },
    { from: at(8, 23), to: NOW + DAY_MS },
  ])('count each hour of %j once', (period) => {
    for (const barMs of [Infinity, DAY_MS, HOUR_MS]) {
      const times = new Map<number, number>()
      const { counted, scanned } = partsOf(period, NOW, barMs)
      expect(scanned).toEqual([])
      for (const { span, sign, from, to } of counted) {
        for (let hour = from; hour < to; hour += HOUR_MS) times.set(hour, (times.get(hour) ?? 0) + sign)
        expect(from % (span * HOUR_MS)).toBe(0)
        expect(to % (span * HOUR_MS)).toBe(0)
      }
      const found = [...times].filter(([hour, count]) => hour < NOW && count !== 0)
      const last = Math.min(NOW, period.to)
      expect(found).toHaveLength((last - period.from) / HOUR_MS)
      expect(found.every(([hour, count]) => count === 1 && hour >= period.from && hour < last)).toBe(true)
    }
  })

  it('are few', () => {
    const read = ({ from, to }: Period) =>
      partsOf({ from, to }, to)
        .counted.flatMap(startsOf)
        .filter((start) => start < to).length
    expect(read({ from: at(10, 13), to: at(11, 14) })).toBeLessThanOrEqual(8)
    expect(read({ from: at(10, 13), to: at(100, 14) })).toBeLessThanOrEqual(34)
  })

  it('subtract the other hours, or ignore those to come', () => {
    expect(partsOf({ from: at(10, 5), to: at(12, 3) }, at(12, 2)).counted).toEqual([
      { span: 1, sign: -1, from: at(10), to: at(10, 5) },
      { span: 12, sign: 1, from: at(10), to: at(12, 12) },
      { span: 1, sign: -1, from: at(12, 3), to: at(12, 12) },
    ])
  })

  it('are scanned within one hour', () => {
    expect(partsOf({ from: 5, to: 9 }, NOW)).toEqual({ counted: [], scanned: [{ from: 5, to: 9 }] })
    const { scanned } = partsOf({ from: at(10) + 7, to: at(11) + 9 }, NOW)
    expect(scanned).toEqual([
      { from: at(10) + 7, to: at(10, 1) },
      { from: at(11), to: at(11) + 9 },
    ])
  })
})

describe('counters', () => {
  it.each([
    [{}, [{ dimension: 'all' }]],
    [{ country: 'DE' }, [{ dimension: 'country', values: ['DE'] }]],
    [{ tag: 'a b' }, [{ dimension: 'tag', values: ['a b'] }]],
    [{ check: 9, action: 'Unknown' }, [{ dimension: 'check', values: ['9'] }]],
    [{ route: { path: '/x', isPrefix: false } }, [{ dimension: 'page', values: ['/x'] }]],
    [{ scoreMin: 90 }, [{ dimension: 'score_step', values: ['90', '95', '100'] }]],
    [{ scoreMin: 20, scoreMax: 29 }, [{ dimension: 'score_step', values: ['20', '25'] }]],
    [
      { scoreMin: 19, scoreMax: 30 },
      [
        { dimension: 'score_step', values: ['20', '25'] },
        { dimension: 'score', values: ['19', '30'] },
      ],
    ],
    [{ scoreMin: 97, scoreMax: 98 }, [{ dimension: 'score', values: ['97', '98'] }]],
    [{ scoreMin: 9, scoreMax: 3 }, []],
  ] as const)('answer %j', (filter, counters) => {
    expect(selectionOf(filter)?.counters).toEqual(counters)
  })

  it.each([
    { user: 'u' },
    { country: 'DE', browser: 'Chrome' },
    { route: { path: '/x', isPrefix: true } },
    { route: { path: '/orders/17', isPrefix: false } },
    { scoreMin: 90, tag: 't' },
  ])('do not answer %j', (filter) => {
    expect(selectionOf(filter)).toBeNull()
  })

  it('have bars of at least an hour, unless the period is short', () => {
    expect(barMsOf(2 * HOUR_MS)).toBe(HOUR_MS / 12)
    expect(barMsOf(DAY_MS)).toBe(HOUR_MS)
    expect(barMsOf(7 * DAY_MS)).toBe(6 * HOUR_MS)
    expect(barMsOf(90 * DAY_MS)).toBe(DAY_MS)
    expect(barMsOf(400 * 365 * DAY_MS) % DAY_MS).toBe(0)
  })
})

describe('a chart with several filters', () => {
  const BOTH = { country: 'DE', browser: 'Firefox', from: NOW - 7 * DAY_MS, to: NOW }
  let folder: string
  let store: Store
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'byhand-charts-'))
    store = await openSqlite({ folder })
  })
  afterAll(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Sessions from one minute; every fourth is one of Firefox, every tenth is rejected. */
  async function fill(workspace: string, hour: number, count: number): Promise<void> {
    const numbers = Array.from({ length: count }, (_, number) => number)
    await Promise.all(
      numbers.map(async (number) => {
        const sessionId = await startSession(store, workspace, { receivedAt: hour + number })
        const action = number % 10 === 0 ? 'Auto-reject or high-priority review' : 'Auto-accept'
        const facts = newFacts({ browser: number % 4 === 0 ? 'Firefox 145' : 'Chrome 140' })
        const report = { ...newReport(1, { action }), facts }
        await store.sessions.saveReport({ workspace, sessionId }, report)
      }),
    )
  }
  const firefox = (workspace: string) => histogramOf(store.facts, workspace, BOTH, NOW)

  it('is exact where a bar has few sessions', async () => {
    const workspace = newWorkspace()
    await fill(workspace, NOW - DAY_MS, 20)
    const { totals, complete, sampled } = await firefox(workspace)
    expect(totals).toMatchObject({ accept: 4, reject: 1 })
    expect([complete, sampled]).toEqual([true, null])
  })

  it('is estimated from a sample where a bar has many, and says so', async () => {
    const workspace = newWorkspace()
    await fill(workspace, NOW - 2 * DAY_MS, 160)
    await fill(workspace, NOW - DAY_MS, 20)
    const { totals, buckets, complete, sampled } = await firefox(workspace)
    expect(complete).toBe(false)
    expect(sampled).toBeGreaterThan(20)
    expect(sampled).toBeLessThan(100)
    const counts = buckets.map((bucket) => bucket.counts.accept + bucket.counts.reject)
    const [many = 0, few, ...rest] = counts.filter((count) => count > 0)
    // The exact count is 40.
    expect(many).toBeGreaterThan(32)
    expect(many).toBeLessThan(48)
    expect([few, rest]).toEqual([5, []])
    expect(totals.accept + totals.reject).toBe(many + 5)
  })
})
