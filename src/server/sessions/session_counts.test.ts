import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFacts } from '../../../test/samples/session_facts.ts'
import { newReport, newWorkspace, startSession } from '../../../test/store/engine.ts'
import { noCounts, sumOf } from '../../contract/action_bands.ts'
import type { FactFilter } from '../../store/facts.ts'
import { openSqlite } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { DAY_MS, HOUR_MS } from '../../store/terms.ts'
import { barMsOf, histogramOf, partsOf, selectionOf } from './session_counts.ts'

const NOW = 20_094 * DAY_MS

const at = (days: number, hours = 0) => days * DAY_MS + hours * HOUR_MS

describe('the parts of a period', () => {
  it('are whole hours and what is left of an hour', () => {
    expect(partsOf({ from: at(10), to: at(11) })).toEqual({ hours: { from: at(10), to: at(11) }, rest: [] })
    expect(partsOf({ from: 5, to: 9 })).toEqual({ hours: { from: 5, to: 5 }, rest: [{ from: 5, to: 9 }] })
    expect(partsOf({ from: at(10) + 7, to: at(11) + 9 })).toEqual({
      hours: { from: at(10, 1), to: at(11) },
      rest: [
        { from: at(10) + 7, to: at(10, 1) },
        { from: at(11), to: at(11) + 9 },
      ],
    })
  })
})

describe('counters', () => {
  it.each([
    [{}, { dimension: 'all' }],
    [{ country: 'DE' }, { dimension: 'country', values: ['DE'] }],
    [{ tag: 'a b' }, { dimension: 'tag', values: ['a b'] }],
    [
      { check: 'bot', action: 'Unknown' },
      { dimension: 'check', values: ['9'] },
    ],
    [{ route: '/x' }, { dimension: 'page', values: ['/x'] }],
    [{ scoreMin: 98 }, { dimension: 'score', values: ['98', '99', '100'] }],
    [{ scoreMax: 1 }, { dimension: 'score', values: ['0', '1'] }],
    [
      { scoreMin: 9, scoreMax: 3 },
      { dimension: 'score', values: [] },
    ],
  ] as const)('answer %j', (filter, counters) => {
    const { selected: _, ...found } = selectionOf(filter) ?? { selected: null }
    expect(found).toEqual(counters)
  })

  it('are read for the effective action and the label of the filter', () => {
    const counter = {
      dimension: 'all',
      key: '',
      label: 'bot',
      accept: 1,
      monitor: 2,
      review: 3,
      reject: 4,
      unknown: 5,
    } as const
    const total = (filter: FactFilter) => sumOf(selectionOf(filter)?.selected(counter) ?? noCounts())
    expect(total({})).toBe(15)
    expect(total({ action: 'Unknown' })).toBe(0)
    expect(total({ action: 'Auto-reject or high-priority review' })).toBe(15)
    expect(total({ label: 'bot' })).toBe(15)
    expect(total({ label: 'person' })).toBe(0)
    expect(total({ label: 'none' })).toBe(0)
  })

  it.each([
    { user: 'u' },
    { country: 'DE', browser: 'Chrome' },
    { route: '/x*' },
    { route: '/orders/17' },
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

describe('a chart with several filters, or of parts of an hour', () => {
  const BOTH = { country: 'DE', browser: 'Firefox', since: String(NOW - 7 * DAY_MS), until: String(NOW) }
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

  it('is exact, also where a bar has many sessions', async () => {
    const workspace = newWorkspace()
    await fill(workspace, NOW - 2 * DAY_MS, 160)
    await fill(workspace, NOW - DAY_MS, 20)
    const { totals, buckets, complete } = await histogramOf(store.facts, workspace, BOTH, NOW)
    expect(complete).toBe(true)
    expect(totals).toMatchObject({ accept: 36, reject: 9 })
    const counts = buckets.map((bucket) => bucket.counts.accept + bucket.counts.reject)
    expect(counts.filter((count) => count > 0)).toEqual([40, 5])
  })

  it('shows an hour before the first session, and nothing after now', async () => {
    const workspace = newWorkspace()
    const now = NOW + 3 * 60_000
    await fill(workspace, NOW + 60_000, 20)
    const { since, until, buckets, totals } = await histogramOf(store.facts, workspace, {}, now)
    expect([since, until]).toEqual([NOW - HOUR_MS, NOW + 5 * 60_000])
    expect(totals).toMatchObject({ accept: 18, reject: 2 })
    expect(buckets.at(-1)?.counts).toMatchObject({ accept: 18, reject: 2 })
    const later = { since: String(now + HOUR_MS), until: String(now + 2 * HOUR_MS) }
    expect((await histogramOf(store.facts, workspace, later, now)).until).toBe(now + 2 * HOUR_MS)
  })

  it('counts each session once where counters and sessions meet', async () => {
    const workspace = newWorkspace()
    const hour = NOW - DAY_MS
    await fill(workspace, hour - 10, 20)
    await fill(workspace, hour + 6 * HOUR_MS - 10, 20)
    const period = { since: String(hour - 5), until: String(hour + 6 * HOUR_MS + 5) }
    const { totals, complete } = await histogramOf(store.facts, workspace, period, NOW)
    expect([totals.accept + totals.reject, complete]).toEqual([15 + 15, true])
  })
})
