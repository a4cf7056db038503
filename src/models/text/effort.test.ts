import { describe, expect, it } from 'vitest'
import { curveAt, effortOf } from './effort.ts'

describe('effortOf', () => {
  it('rises monotonically from 1 to 10', () => {
    const ratings = Array.from({ length: 200 }, (_, at) => effortOf(at / 2))
    expect(ratings).toEqual([...ratings].sort((a, b) => a - b))
    expect(effortOf(Number.NEGATIVE_INFINITY)).toBe(1)
    expect(effortOf(1_000_000)).toBe(10)
    expect(ratings.every(Number.isInteger)).toBe(true)
  })
})

describe('curveAt', () => {
  const curve = [
    [0, 2],
    [10, 7],
  ] as const

  it('interpolates linearly between the knots and is constant beyond', () => {
    expect(curveAt(5, curve)).toBe(4.5)
    expect(curveAt(-3, curve)).toBe(2)
    expect(curveAt(99, curve)).toBe(7)
  })
})
