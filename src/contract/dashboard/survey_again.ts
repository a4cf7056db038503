/** The progress of a new analysis of all participants of a survey. */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Time } from './page.ts'

export const AgainView = Closed(
  {
    requested_at: OrNull(
      Time,
      'Time of the request, in Unix milliseconds; null if there was none.',
      1_743_000_000_000,
    ),
    running: Type.Boolean({ description: 'Whether the analysis is running.' }),
    done: Type.Integer({ description: 'Participants analyzed since the request.' }),
    participants: Type.Integer({ description: 'Number of participants of the survey.' }),
  },
  'SurveyAgain',
  'Progress of a new analysis of all participants.',
)
export type AgainView = Static<typeof AgainView>
