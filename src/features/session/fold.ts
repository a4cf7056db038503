/** A fold processes one event after another and returns its features at the end. It never looks back or ahead. */
import type { Name } from '../../contract/batch/batch.ts'
import type { SessionEvent } from '../../contract/batch/rows.ts'

/** A break in the stream: another page, or missing rows. */
export interface Break {
  readonly type: 'break'
  readonly t: number
}

/** `name` of an event indexes the session's table of names, not its batch's. */
export type StreamEvent = SessionEvent | Break

/** Computes one group of features, as `Array.reduce` would: `step` for each event, then `done`. */
export interface Fold<Features> {
  step(event: StreamEvent): void
  done(): Features
}

export type Names = readonly Name[]
