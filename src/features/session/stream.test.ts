import { describe, expect, it } from 'vitest'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { readStream } from './stream.ts'

const SHOWN = [12, 0, 3] as const

const batch = (seq: number, start: number, rows: number[][]): RecordedBatch => ({
  batch: {
    session_id: 'A'.repeat(22),
    tab: 'TAB00000',
    page: 0,
    seq,
    sent_at: 1,
    time_origin: 1,
    start,
    at: [0, 0],
    names: [],
    rows,
    ...(rows.length === 0 ? { device: [{ at: 'load' as const, signals: {} }] } : {}),
  },
  receipt: { at: 1 },
})
const breaks = (...batches: RecordedBatch[]): number[] =>
  readStream({ sessionId: '', userId: null, tags: [], batches, tampered: 0, overflow: 0 })
    .events.filter(({ type }) => type === 'break')
    .map(({ t }) => t)

describe('a stream', () => {
  it('has one break, at its beginning', () => {
    expect(breaks(batch(0, 90_000, [[...SHOWN]]), batch(1, 150_000, [[...SHOWN]]))).toEqual([90_000])
  })

  it('has none at a batch of device data alone, which has no time', () => {
    expect(breaks(batch(0, 90_000, [[...SHOWN]]), batch(1, 0, []), batch(2, 150_000, [[...SHOWN]]))).toEqual([
      90_000,
    ])
  })

  it('has one where a batch is missing, or begins long before the one before it ended', () => {
    expect(breaks(batch(0, 90_000, [[...SHOWN]]), batch(2, 150_000, [[...SHOWN]]))).toHaveLength(2)
    expect(breaks(batch(0, 90_000, []), batch(2, 0, []))).toHaveLength(2)
    expect(breaks(batch(0, 90_000, [[...SHOWN]]), batch(1, 0, [[...SHOWN]]))).toHaveLength(2)
  })
})
