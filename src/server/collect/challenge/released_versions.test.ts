import { describe, expect, it } from 'vitest'
import { claimedClass } from './claimed_class.ts'
import { expectedValues } from './expected_values.ts'
import { canExist } from './released_versions.ts'

const DAY_MS = 24 * 3600_000
const NOW = Date.UTC(2026, 10, 19)

describe('canExist', () => {
  it.each([
    ['chromium', 89, true],
    ['chromium', 156, true],
    ['chromium', 160, true],
    ['chromium', 200, false],
    ['chromium', 999, false],
    ['gecko', 160, true],
    ['gecko', 999, false],
    ['webkit', 18, true],
    ['webkit', 27, true],
    ['webkit', 99, false],
  ] as const)('%s %i: %s', (engine, major, can) => {
    expect(canExist(engine, major, NOW)).toBe(can)
  })

  it('admits the versions that follow', () => {
    expect(canExist('chromium', 180, NOW)).toBe(false)
    expect(canExist('chromium', 180, NOW + 365 * DAY_MS)).toBe(true)
  })

  it('refuses no released version and admits no invented one with a clock 400 days wrong', () => {
    for (const now of [0, NOW - 400 * DAY_MS, NOW + 400 * DAY_MS]) {
      expect(canExist('chromium', 158, now)).toBe(true)
      expect(canExist('chromium', 999, now)).toBe(false)
      expect(canExist('gecko', 158, now)).toBe(true)
      expect(canExist('gecko', 999, now)).toBe(false)
    }
  })

  it('knows a version as new as the measured ones', () => {
    for (const group of expectedValues.groups) {
      const [engine = '', major = ''] = group.split(' ')
      // Their own margin must not hide an outdated table.
      expect(canExist(engine as 'gecko', Number(major) + 10, NOW)).toBe(true)
    }
  })
})

describe('claimedClass', () => {
  it('names no class for a version that cannot exist', () => {
    const agent = (major: number) =>
      `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`
    expect(claimedClass(agent(999), NOW)).toBeUndefined()
    expect(claimedClass(agent(158), NOW)?.name).toBe('chromium 158 Linux')
  })
})
