import { describe, expect, it } from 'vitest'
import { auroc, exceededBy, rank, rankCorrelation, recallAt } from './ranking.ts'

const hundred = Array.from({ length: 100 }, (_, at) => at)

describe('ranking', () => {
  it('finds the score that 1% exceed', () => {
    expect(exceededBy(0.01, hundred)).toBe(98)
    expect(exceededBy(0.05, hundred)).toBe(94)
  })

  it('counts recall above that score', () => {
    expect(recallAt(0.01, hundred, [97, 98, 99, 200])).toBe(0.5)
    expect(recallAt(0.01, hundred, [])).toBe(0)
  })

  it('is 0.5 for equal groups and 1 for separate groups', () => {
    expect(auroc(hundred, hundred)).toBeCloseTo(0.5)
    expect(auroc(hundred, [100, 101])).toBe(1)
    expect(auroc(hundred, [-1])).toBe(0)
  })

  it('gives equal values the same rank', () => {
    expect(rank([5, 1, 5, 9])).toEqual([2.5, 1, 2.5, 4])
  })

  it('correlates ranks, not values', () => {
    expect(rankCorrelation([1, 2, 3], [10, 100, 1000])).toBeCloseTo(1)
    expect(rankCorrelation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1)
  })
})
