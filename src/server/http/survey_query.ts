/** Parameters of the survey routes. */
import { type Static, Type } from 'typebox'
import { Closed } from '../../contract/dashboard/page.ts'
import { waitParameter } from './session_wait.ts'

export const SurveyCallQuery = Closed({
  wait: waitParameter(
    'With `session_id`: maximum seconds to wait until the typing of the answers has arrived in the session. Ignored for bodies over 256 KiB.',
  ),
  collect: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Stores the answers without an analysis, so that responses that are analyzed afterwards are compared with them. For a file of responses: send all of them with it, then send the same requests again without it. The result has `error: true` until then.',
    }),
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
