/** Parameters of the survey routes. */
import { type Static, Type } from 'typebox'
import { Closed } from '../../contract/dashboard/page.ts'
import { waitParameter } from './session_wait.ts'

export const SurveyCallQuery = Closed({
  wait: waitParameter(
    'With `session_id`: maximum seconds to wait until the typing of the answers has arrived in the session. Ignored for bodies over 256 KiB.',
  ),
  explain: Type.Optional(
    Type.Boolean({
      default: false,
      examples: [true],
      description:
        'Adds a verdict and the result, evidence, strength and spans of every check. The other fields stay the same. `1` and `0` are accepted too.',
    }),
  ),
})
export type SurveyCallQuery = Static<typeof SurveyCallQuery>
