/** A fold looks at one event after another and says at the end what it saw. It never looks back or ahead. */
import type { Name } from '../../contract/batch.ts'
import type { SessionEvent } from '../../contract/rows.ts'

/** A place where the stream does not go on from what came before: another page, or rows that never arrived. */
export interface Break {
  readonly type: 'break'
  readonly t: number
}

/** `name` of an event indexes the session's table of names, not its batch's. */
export type StreamEvent = SessionEvent | Break

export interface Fold<Features> {
  step(event: StreamEvent): void
  done(): Features
}

export type Names = readonly Name[]

/** Tenths of a millisecond, the unit of event times, in a millisecond. */
export const TICKS_PER_MS = 10
