import { describe, expect, it } from 'vitest'
import { niceCeiling } from './nice_ceiling.ts'

describe('the top of an axis', () => {
  it.each([
    [0, 2],
    [1, 2],
    [3, 4],
    [5, 6],
    [9, 10],
    [11, 20],
    [41, 50],
    [99, 100],
    [101, 200],
    [1_234, 2_000],
  ])('for %i is %i, with a whole number in the middle', (value, top) => {
    expect(niceCeiling(value)).toBe(top)
    expect(Number.isInteger(top / 2)).toBe(true)
  })
})
