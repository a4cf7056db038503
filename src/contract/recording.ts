/** Everything a report is made from. The same stored bytes always give the same report. */
import type { RecordedBatch } from './codec.ts'

export interface RecordedSession {
  readonly sessionId: string
  readonly userId: string | null
  readonly tags: readonly string[]
  /** In any order; whoever folds them sorts them by page, tab and seq first. */
  readonly batches: readonly RecordedBatch[]
  /** Batches refused because another with the same tab and seq was there first. */
  readonly tampered: number
  /** Batches counted but not stored, because the session was at its limit. */
  readonly overflow: number
}
