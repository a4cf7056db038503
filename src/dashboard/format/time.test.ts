import { describe, expect, it } from 'vitest'
import { formatAge, formatDuration, formatPosition } from './time.ts'

describe('formatted times', () => {
  it.each([
    [0, '0.0 s'],
    [9_999, '9.9 s'],
    [12_900, '12 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [200_000, '3 min 20 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
  ])('%i ms is a duration of %s', (ms, words) =>
    expect(formatDuration(ms)).toBe(words.replaceAll(' ', '\u{a0}')),
  )

  it.each([
    [0, '0:00.0'],
    [65_349, '1:05.3'],
    [-5, '0:00.0'],
  ])('%i ms is the position %s', (ms, words) => expect(formatPosition(ms)).toBe(words))

  it('shows the age within a day, and the date after that', () => {
    const now = Date.UTC(2026, 2, 25, 12)
    expect(formatAge(now - 59_000, now)).toBe('just now')
    expect(formatAge(now - 60_000, now)).toBe('1 min ago')
    expect(formatAge(now - 7_200_000, now)).toBe('2 h ago')
    expect(formatAge(now - 86_400_000, now)).toMatch(/^24 Mar/)
    expect(formatAge(now + 5_000, now)).toMatch(/^25 Mar/)
  })
})
