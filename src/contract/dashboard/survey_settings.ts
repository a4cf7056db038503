/** /surveys/:id/settings: settings of one survey. */
import { type Static, Type } from 'typebox'
import { MOST_REVIEW_EFFORT } from '../limits.ts'
import { Closed } from './page.ts'

export const SurveySettings = Closed(
  {
    review_effort: Type.Integer({
      minimum: 0,
      maximum: MOST_REVIEW_EFFORT,
      description:
        'A participant is to be reviewed if more than half of the answers have at most this effort rating. By default 1; 0 is off.',
      examples: [1],
    }),
  },
  'SurveySettings',
  'Settings of one survey.',
)
export type SurveySettings = Static<typeof SurveySettings>
