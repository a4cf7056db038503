import { describe, expect, it } from 'vitest'
import type { KeyStore } from '../../../store/keys.ts'
import { FIXED_SEEDS, openChallengeSeeds, WEEKLY_SEEDS, weekOf } from './seeds.ts'

const NOW = 1_790_000_000_000
const WEEK_MS = 7 * 24 * 3600_000
const storeWith = (byte: number) =>
  ({ secret: async () => new Uint8Array(32).fill(byte) }) as unknown as KeyStore
const seeds = await openChallengeSeeds(storeWith(1))

describe('seeds of a challenge', () => {
  it('belong to one session of one workspace', () => {
    const own = seeds.issue('ws', 'a', NOW)
    expect(own).toMatch(/^f\d{1,4} [\w-]{11}$/)
    expect(seeds.issue('ws', 'a', NOW)).toBe(own)
    expect(seeds.verify(own, 'ws', 'a', NOW)).toEqual({ week: weekOf(NOW), index: expect.any(Number) })
    expect(seeds.verify(own, 'ws', 'b', NOW)).toBeUndefined()
    expect(seeds.verify(own, 'other', 'a', NOW)).toBeUndefined()
    expect(seeds.verify('f1 x', 'ws', 'a', NOW)).toBeUndefined()
  })

  it('are valid for ten minutes of the next week, and no longer', () => {
    const own = seeds.issue('ws', 'a', NOW)
    const nextWeek = (weekOf(NOW) + 1) * WEEK_MS
    expect(seeds.verify(own, 'ws', 'a', nextWeek - 1)?.week).toBe(weekOf(NOW))
    expect(seeds.verify(own, 'ws', 'a', nextWeek + 599_999)?.week).toBe(weekOf(NOW))
    expect(seeds.verify(own, 'ws', 'a', nextWeek + 600_000)).toBeUndefined()
  })

  it('cover both pools and differ between stores', async () => {
    const issued = Array.from({ length: 20_000 }, (_, i) => seeds.issue('ws', `s${i}`, NOW).split(' '))
    expect(new Set(issued.map(([fixed]) => fixed)).size).toBe(FIXED_SEEDS)
    expect(new Set(issued.map(([, weekly]) => weekly)).size).toBe(WEEKLY_SEEDS)
    const others = await openChallengeSeeds(storeWith(2))
    expect(others.issue('ws', 'a', NOW)).not.toBe(seeds.issue('ws', 'a', NOW))
  })

  it('number voters differently each week', () => {
    const voters = Array.from({ length: 500 }, (_, i) => seeds.voterOf(`192.0.${i}`, 1, 64))
    expect(Math.max(...voters)).toBeLessThan(64)
    expect(new Set(voters).size).toBeGreaterThan(60)
    expect(voters).not.toEqual(voters.map((_, i) => seeds.voterOf(`192.0.${i}`, 2, 64)))
  })
})
