/**
 * GET and POST /surveys/:id/analyze-again: progress and start of a new analysis of all participants.
 * POST /surveys/:id/participants/:pid/analyze-again: a new analysis of one, returns a `ParticipantView`.
 */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Time } from './page.ts'

export const AgainView = Closed(
  {
    requested_at: OrNull(Time, 'Null: never requested.'),
    running: Type.Boolean(),
    done: Type.Integer({ description: 'Participants that were analyzed since the request.' }),
    participants: Type.Integer(),
  },
  'SurveyAgain',
)
export type AgainView = Static<typeof AgainView>
