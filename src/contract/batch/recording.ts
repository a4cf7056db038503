/** Everything that a report is built from. The same stored bytes always give the same report. */
import type { RecordedBatch } from './codec.ts'

export interface RecordedSession {
  readonly sessionId: string
  readonly userId: string | null
  readonly tags: readonly string[]
  /** In any order. `documentsOf` sorts them by page, tab and seq. */
  readonly batches: readonly RecordedBatch[]
  /** Batches rejected because one with the same tab and seq was stored before. */
  readonly tampered: number
  /** Batches counted but not stored, because the session was at its limit. */
  readonly overflow: number
  /** How much of it repeats an earlier session of the workspace. Absent if there is none. */
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
