/** Turns check results and missing evidence into a score, its reasons and an action. */
import { CHECKS_VERSION, type SessionOutcomes } from '../checks/session.ts'
import type { RecommendedAction } from '../contract/checks.ts'
import type { RiskParts } from '../contract/session.ts'
import type { RiskSettings } from '../contract/settings.ts'
import { hasTooLittleEvidence, type Needed } from './acceptance.ts'
import { actionFor, BANDS } from './actions.ts'
import { explain } from './explanation.ts'
import { type Contribution, contributions, partsOf } from './score.ts'
import { WEIGHTS } from './weights.ts'

export interface Assessment {
  readonly risk_score: number
  readonly risk_parts: RiskParts
  readonly risk_explanation: string
  readonly recommended_action: RecommendedAction
  /** The points of each check that found something, strongest first. They sum to the score. */
  readonly contributions: readonly Contribution[]
}

/** Bump the first number when the same results give another score, action or explanation. */
export const RISK_VERSION = `11-${WEIGHTS.version}-${CHECKS_VERSION}`

/** Score and action without their reasons, for many sessions. */
export type Rating = Pick<Assessment, 'risk_score' | 'risk_parts' | 'recommended_action'>

export function rate(outcomes: SessionOutcomes, missing: readonly Needed[], settings: RiskSettings): Rating {
  const parts = partsOf(outcomes, WEIGHTS, settings)
  const total = parts.input + parts.context
  const circumstances = {
    hasTooLittleEvidence: hasTooLittleEvidence(missing),
    lacksEvidenceToAccept: missing.length > 0,
    monitorOnly: settings.monitor_only ?? false,
  }
  return {
    risk_score: total,
    risk_parts: parts,
    recommended_action: actionFor(total, settings.bands ?? BANDS, circumstances),
  }
}

export function assess(
  outcomes: SessionOutcomes,
  missing: readonly Needed[],
  settings: RiskSettings,
): Assessment {
  const rating = rate(outcomes, missing, settings)
  const reasons = contributions(outcomes, WEIGHTS, settings)
  const [, review] = settings.bands ?? BANDS
  return {
    ...rating,
    risk_explanation: explain(outcomes, reasons, rating.risk_score < review ? missing : []),
    contributions: reasons,
  }
}
