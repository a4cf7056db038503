/** The assessment of a session now, with the label of a reviewer and the result of step-up verification. */
import type { RecommendedAction } from '../../contract/checks.ts'
import type { SignedResult } from '../../contract/result.ts'
import { effectiveAction } from '../../risk/override.ts'
import type { SessionKey, SessionRow } from '../../store/sessions.ts'
import type { Services } from '../services.ts'
import { type CurrentDecision, openCurrentDecisions } from './current_decision.ts'

export type Assessment = Pick<SignedResult, 'risk_score' | 'effective_action'> & CurrentDecision

export interface CurrentAssessment {
  readonly session: SessionRow
  readonly assessment: Assessment
}

/** Null: there is no such session. */
export type CurrentAssessments = (key: SessionKey) => Promise<CurrentAssessment | null>

export function openCurrentAssessments(
  services: Pick<Services, 'scoring' | 'store' | 'now'>,
): CurrentAssessments {
  const { scoring, store } = services
  const currentDecision = openCurrentDecisions(services)

  return async (key) => {
    const scored = await scoring.report(key)
    if (scored === null) return null
    const [labels, stepUpRow] = await Promise.all([
      store.facts.labels(key.workspace, [key.sessionId]),
      scored.hasStepUp ? store.stepUps.find(key) : null,
    ])
    const label = labels.get(key.sessionId)?.label ?? null
    const action = effectiveAction(scored.report.action as RecommendedAction, label)
    return {
      session: scored.session,
      assessment: {
        risk_score: scored.report.score,
        effective_action: action,
        ...(await currentDecision(key, scored, action, stepUpRow)),
      },
    }
  }
}
