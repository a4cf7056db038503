/** How much of a session the service itself observed, by its own clock. */
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { TICKS_PER_MS } from '../../contract/batch/rows.ts'
import type { Receipt } from '../../contract/network.ts'

export interface ObservedTime {
  /**
   * Milliseconds between receipts, each confirmed by the token of the previous response. A sender that does not wait
   * for answers has none.
   */
  readonly observedMs: number
  /** From the first event to the last, by the browser's clock. */
  readonly eventsMs: number
  /** How much longer the events last than the time between the first and the last receipt. */
  readonly unobservedMs: number
  /** The first wrong clock among the receipts. */
  readonly clock: Receipt['clock'] | null
}

/** Batches in flight at the same time carry the token before last. */
const LATE_MS = 2_000

export function observedTimeOf(batches: readonly RecordedBatch[]): ObservedTime {
  const receipts = batches.map(({ receipt }) => receipt).sort((a, b) => a.at - b.at)
  let observedMs = 0
  let beforeMs: number | undefined
  for (const { at, tokenAgeMs } of receipts) {
    const isFresh =
      beforeMs !== undefined && tokenAgeMs !== undefined && at - tokenAgeMs >= beforeMs - LATE_MS
    if (isFresh) observedMs += at - (beforeMs as number)
    beforeMs = at
  }
  const receivedMs = (receipts.at(-1)?.at ?? 0) - (receipts[0]?.at ?? 0)
  const eventsMs = spanMs(batches)
  return {
    observedMs,
    eventsMs,
    unobservedMs: Math.max(0, eventsMs - receivedMs),
    clock: receipts.find(({ clock }) => clock !== undefined)?.clock ?? null,
  }
}

function spanMs(batches: readonly RecordedBatch[]): number {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const { batch } of batches) {
    let t = batch.start
    for (const row of batch.rows) {
      t += row[1] as number
      const atMs = batch.time_origin + t / TICKS_PER_MS
      first = Math.min(first, atMs)
      last = Math.max(last, atMs)
    }
  }
  return Math.max(0, last - first)
}
