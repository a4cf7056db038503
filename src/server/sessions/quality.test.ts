import { describe, expect, it } from 'vitest'
import { wilson } from './quality.ts'

describe("Wilson's interval", () => {
  it.each([
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [81, 263, 0.2553, 0.3662],
  ])('of %i in %i matches the textbook', (count, of, low, high) => {
    const interval = wilson(count, of)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })

  it('is null for no items', () => {
    expect(wilson(0, 0)).toEqual({ of: 0, count: 0, share: null, low: null, high: null })
  })
})
