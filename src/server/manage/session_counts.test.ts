import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../store/terms.ts'
import { barMsOf, partsOf, selectionOf } from './session_counts.ts'

const NOW = 20 * DAY_MS

describe('the parts of a period', () => {
  it('are whole days, whole hours and the rest, without gap or overlap', () => {
    const from = 10 * DAY_MS + 15 * HOUR_MS + 7
    const to = 13 * DAY_MS + 2 * HOUR_MS + 9
    const { counted, scanned } = partsOf({ from, to }, true, NOW)
    expect(counted.map(({ span, sign }) => span * sign)).toEqual([1, 24, 1])
    const all = [...counted, ...scanned].sort((a, b) => a.from - b.from)
    expect(all[0]?.from).toBe(from)
    expect(all.at(-1)?.to).toBe(to)
    for (const [index, part] of all.slice(1).entries()) expect(part.from).toBe(all[index]?.to)
    expect(partsOf({ from, to }, false, NOW).counted).toEqual([
      { span: 1, sign: 1, from: 10 * DAY_MS + 16 * HOUR_MS, to: 13 * DAY_MS + 2 * HOUR_MS },
    ])
  })

  it.each([
    { from: 10 * DAY_MS + 5 * HOUR_MS, to: 13 * DAY_MS + 20 * HOUR_MS },
    { from: 10 * DAY_MS, to: 11 * DAY_MS },
    { from: 10 * DAY_MS + 3 * HOUR_MS, to: 10 * DAY_MS + 20 * HOUR_MS },
    { from: 10 * DAY_MS + 3 * HOUR_MS, to: 11 * DAY_MS },
    { from: 10 * DAY_MS, to: NOW + HOUR_MS },
  ])('count each hour of %j once', (period) => {
    const times = new Map<number, number>()
    for (const { span, sign, from, to } of partsOf(period, true, NOW).counted) {
      for (let at = from; at < to; at += HOUR_MS) times.set(at, (times.get(at) ?? 0) + sign)
      expect(from % (span * HOUR_MS)).toBe(0)
      expect(to % (span * HOUR_MS)).toBe(0)
    }
    const hours = [...times].filter(([at, count]) => at < NOW && count !== 0)
    expect(hours.every(([, count]) => count === 1)).toBe(true)
    const last = Math.min(NOW, period.to)
    expect(hours).toHaveLength((last - period.from) / HOUR_MS)
    expect(Math.min(...hours.map(([at]) => at))).toBe(period.from)
  })

  it('subtract the other hours of a day, or ignore those to come', () => {
    const from = 10 * DAY_MS + 5 * HOUR_MS
    const to = 12 * DAY_MS + 3 * HOUR_MS
    expect(partsOf({ from, to }, true, to - 1).counted).toEqual([
      { span: 1, sign: -1, from: 10 * DAY_MS, to: from },
      { span: 24, sign: 1, from: 10 * DAY_MS, to: 13 * DAY_MS },
      { span: 1, sign: -1, from: to, to: 13 * DAY_MS },
    ])
  })

  it('are scanned within one hour', () => {
    expect(partsOf({ from: 5, to: 9 }, true, NOW)).toEqual({ counted: [], scanned: [{ from: 5, to: 9 }] })
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
