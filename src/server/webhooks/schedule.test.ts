import { describe, expect, it } from 'vitest'
import { MAX_TRIES, nextTryAt } from './schedule.ts'

describe('the retry schedule', () => {
  it('tries ten times over three days, with growing delays', () => {
    let now = 0
    const waits: number[] = []
    for (let tries = 1; ; tries++) {
      const next = nextTryAt(tries, now, 0.5)
      if (next === null) {
        expect(tries).toBe(MAX_TRIES)
        break
      }
      waits.push(next - now)
      now = next
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(now / 3_600_000).toBeGreaterThan(72)
    expect(now / 3_600_000).toBeLessThan(80)
  })

  it('adds jitter', () => {
    expect(nextTryAt(1, 1_000, 0)).toBe(5_500)
    expect(nextTryAt(1, 1_000, 1)).toBe(6_500)
  })
})
