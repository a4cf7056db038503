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
  /** What of it an earlier session of the workspace had shown already. Absent: no such session was found. */
  readonly replay?: Replay
}

/** How much of a session repeats another, press for press and stroke for stroke. */
export interface Replay {
  /** The earlier session. */
  readonly sessionId: string
  readonly presses: number
  readonly pressesOf: number
  readonly strokes: number
  readonly strokesOf: number
}
