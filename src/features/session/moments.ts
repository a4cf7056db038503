/** Event times by the browser's clock, corrected where it is clearly wrong. */
import type { RecordedDocument } from './documents.ts'

/** A smaller difference between sending and receipt is a slow connection, not a wrong clock. */
const SKEW_IGNORED_MS = 150_000

/** Rounding and page startup may put an event this far before its session. */
const BEFORE_START_MS = 5_000

/** No browser delays a first batch longer than the lifetime of a session token; older claims are wrong. */
const LONGEST_HELD_MS = 12 * 60 * 60_000

/** A document begins after the previous one. An arrival this much earlier means the server's clock was set back. */
const SET_BACK_MS = 60_000

/** Milliseconds since 1970 of an event at `t` (tenths of a millisecond) that arrived at `receivedAt`. */
export type MomentOf = (document: RecordedDocument, t: number, receivedAt: number) => number

interface DocumentClock {
  /** The time origin of the page. */
  readonly origin: number
  /** The latest arrival so far, for each arrival time. */
  readonly arrivals: ReadonlyMap<number, number>
}

export function momentsOf(documents: readonly RecordedDocument[]): MomentOf {
  const clocks = clocksOf(documents)
  const earliest = startOf(documents[0], clocks) - BEFORE_START_MS
  return (document, t, receivedAt) => {
    const { origin, arrivals } = clocks.get(document) as DocumentClock
    const at = Math.floor(origin + t / 10)
    return Math.min(Math.max(at, earliest), arrivals.get(receivedAt) ?? receivedAt)
  }
}

/** The server's clock may be set back during a session; later events still come later. */
function clocksOf(documents: readonly RecordedDocument[]): Map<RecordedDocument, DocumentClock> {
  const clocks = new Map<RecordedDocument, DocumentClock>()
  let opened = Number.NEGATIVE_INFINITY
  let latest = Number.NEGATIVE_INFINITY
  let correction = 0
  for (const document of documents) {
    const [first] = document.batches
    const isSetBack = first.receipt.at < opened - SET_BACK_MS
    if (!isSetBack) correction = correctionOf(document)
    const arrivals = new Map<number, number>()
    let arrived = isSetBack ? latest : Number.NEGATIVE_INFINITY
    for (const { receipt } of document.batches) {
      arrived = Math.max(arrived, receipt.at)
      arrivals.set(receipt.at, arrived)
    }
    clocks.set(document, { origin: first.batch.time_origin + correction, arrivals })
    opened = Math.max(opened, first.receipt.at)
    latest = Math.max(latest, arrived)
  }
  return clocks
}

/**
 * A batch cannot arrive before it was sent, so any lead of the browser's clock is subtracted. A lag may be network
 * latency and counts only when it is long. One correction per document keeps its intervals unchanged.
 */
function correctionOf({ batches: [{ batch, receipt }] }: RecordedDocument): number {
  const skew = receipt.at - batch.sent_at
  return skew < 0 || skew >= SKEW_IGNORED_MS ? skew : 0
}

function startOf(first: RecordedDocument | undefined, clocks: Map<RecordedDocument, DocumentClock>): number {
  if (first === undefined) return 0
  const { batch, receipt } = first.batches[0]
  const start = Math.floor((clocks.get(first) as DocumentClock).origin + batch.start / 10)
  return Math.min(Math.max(start, receipt.at - LONGEST_HELD_MS), receipt.at)
}
