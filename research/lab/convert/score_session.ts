/** The score of a recording, and what each check found. A check that fails ends the program. */
import { runSessionChecks, type SessionOutcomes } from '../../../src/checks/session.ts'
import { foldSession } from '../../../src/features/session/session.ts'
import { missingEvidence } from '../../../src/risk/acceptance.ts'
import { assess } from '../../../src/risk/assess.ts'
import type { Labeled } from './labeled.ts'

export function scoreSession({ session }: Labeled): { score: number; outcomes: SessionOutcomes } {
  const features = foldSession(session)
  const outcomes = runSessionChecks(features, (check, error) => {
    throw new Error(check, { cause: error })
  })
  return { score: assess(outcomes, missingEvidence(outcomes, features), {}).risk_score, outcomes }
}
