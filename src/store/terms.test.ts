import { describe, expect, it } from 'vitest'
import { containing, counterChanges, DAY_MS, HOUR_MS, SPANS, stretchesOf, WEEK_MS } from './terms.ts'

const WEEK = 2_900 * WEEK_MS

/** The hours that stretches cover, in their order. */
const hoursIn = (stretches: ReturnType<typeof stretchesOf>): number[] =>
  stretches.flatMap(({ from, to }) =>
    Array.from({ length: (to - from) / HOUR_MS }, (_, index) => from + index * HOUR_MS),
  )

describe('the counters of a period', () => {
  const starts = [0, 1, 5, 23, 24, 25, 167, 168, 169].map((hours) => WEEK + hours * HOUR_MS)
  const lengths = [1, 2, 23, 24, 25, 47, 48, 167, 168, 191, 336, 2_160].map((hours) => hours * HOUR_MS)
  const periods = starts.flatMap((from) => lengths.map((length) => ({ from, to: from + length })))

  it.each([undefined, HOUR_MS, 6 * HOUR_MS, DAY_MS, WEEK_MS, 30 * DAY_MS])(
    'cover each of its hours once, with bars of %s ms',
    (barMs) => {
      for (const period of periods) {
        const expected = hoursIn([{ span: 1, ...period }])
        expect(hoursIn(stretchesOf(period, barMs))).toEqual(expected)
      }
    },
  )

  it('start at multiples of their length', () => {
    for (const period of periods) {
      for (const { span, from, to } of stretchesOf(period)) {
        expect([from % (span * HOUR_MS), to % (span * HOUR_MS)]).toEqual([0, 0])
      }
    }
  })

  it('belong to one bar each', () => {
    const spansOf = (barMs: number) =>
      stretchesOf({ from: WEEK + HOUR_MS, to: WEEK + 90 * DAY_MS }, barMs).map(({ span }) => span)
    expect(spansOf(6 * HOUR_MS)).toEqual([1])
    expect(spansOf(DAY_MS)).toEqual([1, 24])
    expect(spansOf(WEEK_MS)).toEqual([1, 24, 168, 24])
    // Weeks do not divide a bar of 30 days.
    expect(spansOf(30 * DAY_MS)).toEqual([1, 24])
  })

  it('are at most 46 hours, 12 days, and weeks', () => {
    for (const period of periods) {
      const count = (of: number) =>
        stretchesOf(period)
          .filter(({ span }) => span === of)
          .reduce((sum, { from, to }) => sum + (to - from) / HOUR_MS / of, 0)
      expect(count(1)).toBeLessThanOrEqual(46)
      expect(count(24)).toBeLessThanOrEqual(12)
    }
  })

  it('are none for an empty period, and shorter parts of an hour stay within it', () => {
    expect(stretchesOf({ from: WEEK, to: WEEK })).toEqual([])
    expect(stretchesOf({ from: 0, to: 9_999 })).toEqual([{ span: 1, from: 0, to: 9_999 }])
  })
})

describe('changes of counters', () => {
  const counted = { startedAt: WEEK + 30 * HOUR_MS + 5, action: 'Auto-accept', label: null, terms: ['all '] }

  it('concern each length once', () => {
    const changes = counterChanges([[counted, 1]])
    expect(changes.map(({ span, at, accept }) => [span, at - WEEK, accept])).toEqual([
      [1, 30 * HOUR_MS, 1],
      [168, 0, 1],
      [24, DAY_MS, 1],
    ])
    expect(new Set(changes.map(({ span }) => span))).toEqual(new Set(SPANS))
  })

  it('sum days from hours and weeks from days', () => {
    const hours = [WEEK + HOUR_MS, WEEK + 2 * HOUR_MS, WEEK + 2 * DAY_MS]
    expect(containing(hours)).toEqual([
      { span: 24, from: WEEK, to: WEEK + DAY_MS, shorter: 1 },
      { span: 24, from: WEEK + 2 * DAY_MS, to: WEEK + 3 * DAY_MS, shorter: 1 },
      { span: 168, from: WEEK, to: WEEK + WEEK_MS, shorter: 24 },
    ])
  })
})
