import { describe, expect, it } from 'vitest'
import { openHashedCounts } from './hashed_counts.ts'

describe('openHashedCounts', () => {
  it('adds up counts with the same index', () => {
    const counts = openHashedCounts(8)
    counts.add(Uint32Array.of(7, 1, 9, 2, 7), 1, 4)
    const { indices, values } = counts.take()
    expect([...indices]).toEqual([1, 2])
    const length = Math.hypot(1 + Math.log(2), 1)
    expect(values[0]).toBeCloseTo((1 + Math.log(2)) / length)
    expect(values[1]).toBeCloseTo(1 / length)
  })

  it('starts each text from zero', () => {
    const counts = openHashedCounts(8)
    counts.add(Uint32Array.of(3), 0, 1)
    counts.take()
    counts.add(Uint32Array.of(4), 0, 1)
    expect([...counts.take().indices]).toEqual([4])
    expect(counts.take().indices).toHaveLength(0)
  })

  it('accepts texts of any length', () => {
    const counts = openHashedCounts(2 ** 14)
    counts.add(
      new Uint32Array(10_000).map((_, at) => at),
      0,
      10_000,
    )
    counts.add(new Uint32Array(70_000), 0, 70_000)
    const { indices, values } = counts.take()
    expect(indices).toHaveLength(10_000)
    expect(Math.hypot(...values)).toBeCloseTo(1, 4)
  })
})
