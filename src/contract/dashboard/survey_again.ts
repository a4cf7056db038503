/**
 * GET and POST /surveys/:id/analyze-again: progress and start of a new analysis of all participants.
 * POST /surveys/:id/participants/:pid/analyze-again: a new analysis of one, returns a `ParticipantView`.
 */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Time } from './page.ts'

export const AgainView = Closed({
  /** Null: never requested. */
  requested_at: OrNull(Time),
  running: Type.Boolean(),
  /** Participants that were analyzed since the request. */
  done: Type.Integer(),
  participants: Type.Integer(),
})
export type AgainView = Static<typeof AgainView>
