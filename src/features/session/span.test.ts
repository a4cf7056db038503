import { describe, expect, it } from 'vitest'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { durationOf } from './span.ts'

const ORIGIN = 1_742_913_050_000

/** `rows`: tenths of a millisecond since the row before. */
const batch = (page: number, seq: number, start: number, rows: readonly number[]): RecordedBatch => ({
  batch: {
    session_id: 'A'.repeat(22),
    tab: `TAB0000${page}`,
    page,
    seq,
    sent_at: ORIGIN + 60_000,
    time_origin: ORIGIN,
    start,
    at: [0, 0],
    names: [],
    rows: rows.map((dt) => [12, dt, 1]),
  },
  receipt: { at: ORIGIN + 60_000 },
})

describe('the duration of a session', () => {
  it('is the time from the first to the last event, over all pages and batches', () => {
    const first = batch(0, 0, 1_000, [500, 10_000])
    expect(durationOf([first])).toBe(1_000)
    const second = batch(0, 1, 30_000, [0, 1_500])
    expect(durationOf([second, first])).toBe(3_000)
    expect(durationOf([first, second, batch(1, 0, 200_000, [0, 14_000])])).toBe(21_250)
  })

  it('ignores batches without events', () => {
    const first = batch(0, 1, 1_000, [0, 20_000])
    expect(durationOf([batch(0, 0, 0, []), first, batch(0, 2, 90_000, [])])).toBe(2_000)
  })

  it('is zero without events', () => {
    expect(durationOf([])).toBe(0)
    expect(durationOf([batch(0, 0, 5_000, [])])).toBe(0)
  })
})
