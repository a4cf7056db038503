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
  /** How much of the events, of the document with the most, is older than the first receipt. */
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
  return {
    observedMs,
    eventsMs: spanMs(batches),
    unobservedMs: Math.max(0, ...timed(batches).map(({ beforeMs }) => beforeMs)),
    clock: receipts.find(({ clock }) => clock !== undefined)?.clock ?? null,
  }
}

/**
 * The session without the events that may be older than the first receipt: a sender can invent them at once, and a first
 * request that is late contains them too. For what comes after it, the sender had to wait.
 */
export function withoutUnobserved(batches: readonly RecordedBatch[]): RecordedBatch[] {
  const old = new Set(
    timed(batches)
      .filter(({ beforeMs }) => beforeMs > 0)
      .map(({ recorded }) => recorded),
  )
  return batches.map((recorded) =>
    old.has(recorded) ? { ...recorded, batch: { ...recorded.batch, rows: [], dropped: 1 } } : recorded,
  )
}

interface TimedBatch {
  readonly recorded: RecordedBatch
  /** From its first event to the first receipt of the session, by the clock of the service. Negative: it began later. */
  readonly beforeMs: number
}

/**
 * No event arrives before it happens, so the batch of a document that took least time bounds how far the clocks of browser
 * and service are apart. Each document has its own bound, because the clock of a computer may be corrected in between.
 */
function timed(batches: readonly RecordedBatch[]): TimedBatch[] {
  const firstReceiptAt = batches.reduce(
    (least, { receipt }) => Math.min(least, receipt.at),
    Number.POSITIVE_INFINITY,
  )
  const apart = new Map<string, number>()
  const spans = batches.flatMap((recorded) => {
    const { first, last } = span([recorded])
    if (first > last) return []
    const { batch, receipt } = recorded
    apart.set(batch.tab, Math.min(apart.get(batch.tab) ?? Number.POSITIVE_INFINITY, receipt.at - last))
    return [{ recorded, first }]
  })
  return spans.map(({ recorded, first }) => ({
    recorded,
    beforeMs: firstReceiptAt - first - (apart.get(recorded.batch.tab) as number),
  }))
}

function spanMs(batches: readonly RecordedBatch[]): number {
  const { first, last } = span(batches)
  return Math.max(0, last - first)
}

/** Of all events, by the browser's clock. */
function span(batches: readonly RecordedBatch[]): { readonly first: number; readonly last: number } {
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
  return { first, last }
}
