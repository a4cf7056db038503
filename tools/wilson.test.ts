import { describe, expect, it } from 'vitest'
import { shareOf, writeShare } from './wilson.ts'

describe('shares', () => {
  it('agree with published Wilson intervals', () => {
    const { low, high } = shareOf(10, 100)
    expect(low).toBeCloseTo(0.0552, 4)
    expect(high).toBeCloseTo(0.1744, 4)
  })

  it('have an interval wider than 0 for 0% and 100%', () => {
    expect(shareOf(0, 50).low).toBe(0)
    expect(shareOf(0, 50).high).toBeCloseTo(0.0713, 4)
    expect(shareOf(50, 50).low).toBeCloseTo(0.9287, 4)
  })

  it('show that there is no data', () => {
    expect(writeShare(shareOf(0, 0))).toBe('no result')
    expect(writeShare(shareOf(3, 200))).toBe('3 of 200, 1.50% (0.51 to 4.32)')
  })
})
