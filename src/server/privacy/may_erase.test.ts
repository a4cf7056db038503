import { describe, expect, it } from 'vitest'
import { dueBefore, type ErasureCase, foreseenBefore, mayErase, unforeseenLimit } from './may_erase.ts'

const DAY_MS = 24 * 3_600_000
const NOW = 2_000 * DAY_MS

const decide = (more: Partial<ErasureCase>) =>
  mayErase({ isTrusted: true, isConfirmed: false, isWaitOver: false, unforeseen: 0, total: 1_000, ...more })

describe('a run of retention', () => {
  it('waits while the clock is not trusted, even with nothing to erase', () => {
    expect(decide({})).toBe('yes')
    expect(decide({ isTrusted: false })).toBe('clock')
    expect(decide({ isTrusted: false, isConfirmed: true })).toBe('yes')
  })

  it('erases five percent beyond the forecast, and waits with more', () => {
    expect(decide({ unforeseen: 500, total: 10_000 })).toBe('yes')
    expect(decide({ unforeseen: 501, total: 10_000 })).toBe('unforeseen')
    expect(decide({ unforeseen: 10_000, total: 10_000, isConfirmed: true })).toBe('yes')
    expect(decide({ unforeseen: 10_000, total: 10_000, isWaitOver: true })).toBe('yes')
  })

  it('erases a few sessions of a small workspace', () => {
    expect(decide({ unforeseen: 50, total: 60 })).toBe('yes')
    expect(decide({ unforeseen: 51, total: 60 })).toBe('unforeseen')
    expect(unforeseenLimit(0)).toBe(50)
  })
})

describe('what is due', () => {
  it('is foreseen a day ahead', () => {
    expect(foreseenBefore(NOW, 180 * DAY_MS)).toBe(dueBefore(NOW + DAY_MS, 180 * DAY_MS, []))
  })

  it('counts records of a gap as of its end', () => {
    const gap = { from: NOW - 400 * DAY_MS, until: NOW - 10 * DAY_MS }
    // Without the gap, records that arrived ten days ago would be erased.
    expect(dueBefore(NOW, 180 * DAY_MS, [])).toBe(NOW - 180 * DAY_MS)
    expect(dueBefore(NOW, 180 * DAY_MS, [gap])).toBe(gap.from)
    expect(dueBefore(NOW + 171 * DAY_MS, 180 * DAY_MS, [gap])).toBe(NOW - 9 * DAY_MS)
    const early = { from: NOW - 900 * DAY_MS, until: NOW - 800 * DAY_MS }
    expect(dueBefore(NOW, 180 * DAY_MS, [early])).toBe(NOW - 180 * DAY_MS)
  })
})
