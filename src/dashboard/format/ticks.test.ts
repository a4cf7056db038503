import { describe, expect, it } from 'vitest'
import { ticksOf } from './ticks.ts'

const HOUR_MS = 3_600_000
const starts = (count: number, barMs: number) =>
  Array.from({ length: count }, (_, i) => new Date(2026, 10, 16).getTime() + i * barMs)

describe('ticks of a time axis', () => {
  it('are clock times within a day', () => {
    const ticks = ticksOf(starts(24, HOUR_MS), HOUR_MS)
    expect(ticks.map(({ name }) => name)).toEqual([
      '00:00',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
    ])
  })

  it('are at the first bar of each day of a week', () => {
    const ticks = ticksOf(starts(28, 6 * HOUR_MS), 6 * HOUR_MS)
    expect(ticks.map(({ bar }) => bar)).toEqual([0, 4, 8, 12, 16, 20, 24])
    expect(ticks[0]?.name).toBe('Mon 16')
  })

  it('leave out a first day that is too short for its name', () => {
    const sinceEvening = starts(28, 6 * HOUR_MS).map((at) => at - 6 * HOUR_MS)
    expect(ticksOf(sinceEvening, 6 * HOUR_MS)[0]).toEqual({ bar: 1, name: 'Mon 16' })
  })

  it.each([1, 30, 90, 400])('are at most eight for %i days', (days) => {
    const ticks = ticksOf(starts(days, 24 * HOUR_MS), 24 * HOUR_MS)
    expect(ticks.length).toBeGreaterThan(0)
    expect(ticks.length).toBeLessThanOrEqual(8)
  })
})
