import { describe, expect, it } from 'vitest'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { findGaps } from './gaps.ts'

const batch = (page: number, seq: number, final = false, dropped = 0): RecordedBatch => ({
  batch: {
    session_id: 'A'.repeat(22),
    tab: `TAB0000${page}`,
    page,
    seq,
    ...(final ? { final } : {}),
    ...(dropped > 0 ? { dropped } : {}),
    sent_at: 1,
    time_origin: 1,
    start: 0,
    at: [0, 0],
    names: [],
    rows: [[12, 0, 1]],
  },
  receipt: { at: 1 },
})
const gaps = (batches: RecordedBatch[]) => findGaps(batches, 0)

describe('gaps', () => {
  it('are zero in a complete session', () => {
    expect(gaps([batch(0, 0), batch(0, 1, true), batch(1, 0, true)])).toEqual({
      events: 3,
      gaps: 0,
      tampered: 0,
      ended: true,
    })
  })

  it.each<[string, RecordedBatch[], number]>([
    ['a missing seq', [batch(0, 0), batch(0, 2, true)], 1],
    ['a missing beginning', [batch(0, 1, true)], 1],
    ['a missing page', [batch(0, 0, true), batch(2, 0, true)], 1],
    ['a page followed by another without an end', [batch(0, 0), batch(1, 0, true)], 1],
    [
      'a restored page that another follows without an end',
      [batch(0, 0, true), batch(0, 1), batch(1, 0, true), batch(2, 0)],
      1,
    ],
    ['dropped rows', [batch(0, 0, true, 7)], 1],
  ])('count %s', (_, batches, expected) => {
    expect(gaps(batches).gaps).toBe(expected)
  })

  it('are zero where the back-forward cache restored a page that is still open', () => {
    const restored = [batch(0, 0, true), batch(0, 1), batch(1, 0, true)]
    expect(findGaps(restored, 0)).toMatchObject({ gaps: 0, ended: false })
    expect(findGaps([...restored, batch(2, 0, true)].with(1, batch(0, 1, true)), 0)).toMatchObject({
      gaps: 0,
      ended: true,
    })
  })

  it('recognize an end that more batches follow', () => {
    expect(gaps([batch(0, 0, true), batch(0, 1)]).ended).toBe(false)
    expect(gaps([]).ended).toBe(false)
  })
})
