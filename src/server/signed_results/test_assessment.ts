/** The assessment of sessions of sites for browser tests, with the default settings. */
import type { SessionOutcomes } from '../../checks/session.ts'
import { choiceOf } from '../../contract/choices.ts'
import { cannedOutcomes } from '../../report/canned/canned_sessions.ts'
import { actionFor, BANDS } from '../../risk/actions.ts'
import { decide, provenBy } from '../../risk/decision.ts'
import { score } from '../../risk/score.ts'
import { WEIGHTS } from '../../risk/weights.ts'
import type { Assessment } from './current_assessment.ts'

const COMPLETE = { hasTooLittleEvidence: false, lacksEvidenceToAccept: false, monitorOnly: false } as const

export function testAssessment(sessionId: string): Assessment {
  const risk_score = score(cannedOutcomes(sessionId) as SessionOutcomes, WEIGHTS, {})
  const action = actionFor(risk_score, BANDS, COMPLETE)
  const proven = provenBy([])
  const decision = decide({ action, proven }, choiceOf({}, 'acceptance'))
  return { risk_score, effective_action: action, proven, decision }
}
