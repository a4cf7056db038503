import { describe, expect, it } from 'vitest'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import type { Receipt } from '../../contract/network.ts'
import { observedTimeOf, withoutUnobserved } from './observed_time.ts'

const BEGAN = 1_790_000_000_000

/** One batch of events that last from `fromS` to `toS` seconds after the page loaded. */
function batch(seq: number, fromS: number, toS: number, receipt: Receipt): RecordedBatch {
  return {
    batch: {
      session_id: 'A'.repeat(22),
      tab: 'A'.repeat(8),
      page: 0,
      seq,
      sent_at: BEGAN + toS * 1000,
      time_origin: BEGAN,
      start: fromS * 10_000,
      at: [0, 0],
      names: [],
      rows: [
        [7, 0, 2, 41, 41, 41, 0, -1],
        [7, (toS - fromS) * 10_000, 2, 41, 41, 41, 0, -1],
      ],
    },
    receipt,
  }
}

/** Sent every five seconds; each carries the token of the answer before it. */
const honest = [
  batch(0, 0, 1, { at: BEGAN + 1_000 }),
  batch(1, 1, 6, { at: BEGAN + 6_100, tokenAgeMs: 5_050 }),
  batch(2, 6, 11, { at: BEGAN + 11_100, tokenAgeMs: 4_950 }),
]

describe('observed time', () => {
  it('is the time between receipts whose senders waited for the answers', () => {
    expect(observedTimeOf(honest)).toEqual({
      observedMs: 10_100,
      eventsMs: 11_000,
      unobservedMs: 1_000,
      clock: null,
    })
    expect(observedTimeOf(honest.toReversed())).toEqual(observedTimeOf(honest))
  })

  it('does not grow with tokens that are missing or old', () => {
    const blind = honest.map(({ batch: own, receipt: { at } }) => ({ batch: own, receipt: { at } }))
    expect(observedTimeOf(blind).observedMs).toBe(0)
    const withFirstToken = honest.map(({ batch: own, receipt: { at } }) => ({
      batch: own,
      receipt: { at, tokenAgeMs: at - BEGAN - 1_000 },
    }))
    expect(observedTimeOf(withFirstToken).observedMs).toBe(5_100)
  })

  it('counts a batch in flight beside another', () => {
    const last = batch(3, 11, 12, { at: BEGAN + 11_200, tokenAgeMs: 5_100 })
    expect(observedTimeOf([...honest, last]).observedMs).toBe(10_100)
    const soon = batch(3, 11, 12, { at: BEGAN + 12_000, tokenAgeMs: 1_500 })
    expect(observedTimeOf([...honest, soon]).observedMs).toBe(11_000)
  })

  it('shows how much longer the events last than the receipts', () => {
    expect(observedTimeOf([batch(0, 0, 94, { at: BEGAN + 100 })]).unobservedMs).toBe(94_000)
    expect(observedTimeOf([batch(0, 0, 36_000, { at: BEGAN })]).unobservedMs).toBe(36_000_000)
  })

  it('begins with the first receipt, however late that is', () => {
    const lateMs = 15_000
    const late = honest.map(({ batch: own, receipt }) => ({
      batch: own,
      receipt: { ...receipt, at: Math.max(receipt.at, BEGAN + lateMs) },
    }))
    const later = [batch(3, 11, 17, { at: BEGAN + 17_000 }), batch(4, 17, 22, { at: BEGAN + 22_000 })]
    expect(observedTimeOf([...late, ...later]).unobservedMs).toBe(lateMs)
    const rows = (batches: RecordedBatch[]) =>
      withoutUnobserved(batches).map(({ batch: { rows: own } }) => own.length)
    expect(rows([...late, ...later])).toEqual([0, 0, 0, 0, 2])
    expect(rows(late)).toEqual([0, 0, 0])
    expect(rows(honest)).toEqual([0, 2, 2])
  })

  it('does not depend on the clock of the computer, which may be corrected between two pages', () => {
    for (const byMs of [-3_600_000, 8_000]) {
      const second = [batch(0, 0, 5, { at: BEGAN + 20_000 }), batch(1, 5, 9, { at: BEGAN + 24_000 })].map(
        ({ batch: own, receipt }) => ({
          batch: { ...own, tab: 'B'.repeat(8), page: 1, time_origin: BEGAN + 15_000 + byMs },
          receipt,
        }),
      )
      expect(observedTimeOf([...honest, ...second]).unobservedMs).toBe(1_000)
    }
  })

  it('is not more for another document whose events arrive at once', () => {
    const invented = batch(0, 0, 94, { at: BEGAN + 2_000 })
    const second = { ...invented, batch: { ...invented.batch, tab: 'B'.repeat(8), page: 1 } }
    const all = [batch(0, 0, 1, { at: BEGAN + 1_000 }), second]
    expect(observedTimeOf(all).unobservedMs).toBe(93_000)
  })

  it('names a wrong clock', () => {
    expect(observedTimeOf([batch(0, 0, 1, { at: 5, clock: 'ahead' })]).clock).toBe('ahead')
  })

  it('is nothing without batches', () => {
    expect(observedTimeOf([])).toEqual({ observedMs: 0, eventsMs: 0, unobservedMs: 0, clock: null })
  })
})
