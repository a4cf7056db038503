/** When something happened, by a clock the server trusts: the browser's, corrected where it is plainly wrong. */
import type { RecordedDocument } from './documents.ts'

/** Below this a difference between sending and receipt is a slow line, not a wrong clock. */
const SKEW_IGNORED_MS = 150_000

/** Rounding and a page's own start-up may put an event this far before its session. */
const BEFORE_START_MS = 5_000

/** No browser holds a first batch back longer than a session's token lives; what claims to be older is wrong. */
const LONGEST_HELD_MS = 12 * 60 * 60_000

/** Milliseconds since 1970 of an event at `t` (tenths of a millisecond) that arrived at `receivedAt`. */
export type MomentOf = (document: RecordedDocument, t: number, receivedAt: number) => number

export function momentsOf(documents: readonly RecordedDocument[]): MomentOf {
  const origins = new Map(documents.map((document) => [document, originOf(document)]))
  const earliest = startOf(documents[0], origins) - BEFORE_START_MS
  return (document, t, receivedAt) => {
    const at = Math.floor((origins.get(document) as number) + t / 10)
    return Math.min(Math.max(at, earliest), receivedAt)
  }
}

/**
 * A batch cannot arrive before it was sent, so any lead of the browser's clock is taken off; a lag may be the
 * line's and counts only when it is long. One correction a document keeps its intervals as they were.
 */
function originOf({ batches }: RecordedDocument): number {
  const { batch, receipt } = batches[0]
  const skew = receipt.at - batch.sent_at
  return batch.time_origin + (skew < 0 || skew >= SKEW_IGNORED_MS ? skew : 0)
}

function startOf(first: RecordedDocument | undefined, origins: Map<RecordedDocument, number>): number {
  if (first === undefined) return 0
  const { batch, receipt } = first.batches[0]
  const start = Math.floor((origins.get(first) as number) + batch.start / 10)
  return Math.min(Math.max(start, receipt.at - LONGEST_HELD_MS), receipt.at)
}
