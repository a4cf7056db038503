import { describe, expect, it } from 'vitest'
import { clockWords, sinceWords, spanWords } from './time.ts'

describe('time in words', () => {
  it.each([
    [0, '0.0 s'],
    [9_949, '9.9 s'],
    [12_400, '12 s'],
    [60_000, '1 min'],
    [200_000, '3 min 20 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
  ])('%i ms is a span of %s', (ms, words) => expect(spanWords(ms)).toBe(words))

  it.each([
    [0, '0:00.0'],
    [65_349, '1:05.3'],
    [-5, '0:00.0'],
  ])('%i ms is at %s', (ms, words) => expect(clockWords(ms)).toBe(words))

  it('says how long ago within a day, and the date beyond', () => {
    const now = Date.UTC(2026, 2, 25, 12)
    expect(sinceWords(now - 59_000, now)).toBe('just now')
    expect(sinceWords(now - 60_000, now)).toBe('1 min ago')
    expect(sinceWords(now - 7_200_000, now)).toBe('2 h ago')
    expect(sinceWords(now - 86_400_000, now)).toMatch(/^24 Mar/)
    expect(sinceWords(now + 5_000, now)).toMatch(/^25 Mar/)
  })
})
