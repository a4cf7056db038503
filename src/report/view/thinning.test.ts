import { describe, expect, it } from 'vitest'
import { thinned } from './thinning.ts'

const place = ([x, y]: readonly [number, number]) => [x, y] as const

describe('thinning', () => {
  it('keeps both ends, the corners and the order', () => {
    const line = Array.from({ length: 1_000 }, (_, x): [number, number] => [x, x === 500 ? 300 : 0])
    const kept = thinned(line, 0.02, place)
    expect(kept).toHaveLength(20)
    expect(kept[0]).toEqual([0, 0])
    expect(kept.at(-1)).toEqual([999, 0])
    expect(kept).toContainEqual([500, 300])
    expect(kept).toEqual(kept.toSorted(([a], [b]) => a - b))
  })

  it('does not change short lists', () => {
    expect(thinned([[1, 2]], 0.5, place)).toEqual([[1, 2]])
    expect(thinned([], 1, place)).toEqual([])
    expect(
      thinned(
        [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
        1,
        place,
      ),
    ).toHaveLength(3)
  })
})
