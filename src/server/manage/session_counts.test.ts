import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../store/terms.ts'
import { barMsOf, partsOf, selectionOf } from './session_counts.ts'

describe('the parts of a period', () => {
  it('are whole days, whole hours and the rest, without gap or overlap', () => {
    const from = 10 * DAY_MS + 5 * HOUR_MS + 7
    const to = 13 * DAY_MS + 2 * HOUR_MS + 9
    const { counted, scanned } = partsOf({ from, to }, true)
    expect(counted.map(({ span }) => span)).toEqual([1, 24, 1])
    const all = [...counted, ...scanned].sort((a, b) => a.from - b.from)
    expect(all[0]?.from).toBe(from)
    expect(all.at(-1)?.to).toBe(to)
    for (const [index, part] of all.slice(1).entries()) expect(part.from).toBe(all[index]?.to)
    expect(partsOf({ from, to }, false).counted).toEqual([
      { span: 1, from: 10 * DAY_MS + 6 * HOUR_MS, to: 13 * DAY_MS + 2 * HOUR_MS },
    ])
  })

  it('are scanned within one hour', () => {
    expect(partsOf({ from: 5, to: 9 }, true)).toEqual({ counted: [], scanned: [{ from: 5, to: 9 }] })
  })
})

describe('counters', () => {
  it.each([
    [{}, 'all', undefined],
    [{ country: 'DE' }, 'country', ['DE']],
    [{ tag: 'a b' }, 'tag', ['a b']],
    [{ check: 9, action: 'Unknown' }, 'check', ['9']],
    [{ route: { path: '/x', isPrefix: false } }, 'page', ['/x']],
    [{ scoreMin: 90 }, 'score', ['90', '95', '100']],
    [{ scoreMin: 20, scoreMax: 29 }, 'score', ['20', '25']],
  ] as const)('answer %j', (filter, dimension, values) => {
    expect(selectionOf(filter)).toMatchObject({ dimension, ...(values && { values }) })
  })

  it.each([
    { user: 'u' },
    { country: 'DE', browser: 'Chrome' },
    { route: { path: '/x', isPrefix: true } },
    { route: { path: '/orders/17', isPrefix: false } },
    { scoreMin: 97 },
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
