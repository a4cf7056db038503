/** Turns check results into a score, its reasons and an action. */
import { CHECKS_VERSION, type SessionOutcomes } from '../checks/session.ts'
import { BIOMETRIC_CHECKS, type RecommendedAction } from '../contract/checks.ts'
import type { RiskSettings } from '../contract/settings.ts'
import type { Coverage } from '../features/session/session.ts'
import { actionFor, BANDS } from './actions.ts'
import { explain } from './explanation.ts'
import { type Contribution, contributions, score } from './score.ts'
import { WEIGHTS } from './weights.ts'

export interface Assessment {
  readonly risk_score: number
  readonly risk_explanation: string
  readonly recommended_action: RecommendedAction
  /** The points of each Detected check, strongest first. */
  readonly contributions: readonly Contribution[]
}

/** Bump the first number when the same results give another score, action or explanation. */
export const RISK_VERSION = `4-${WEIGHTS.version}-${CHECKS_VERSION}`

/** With fewer known biometric results, a session cannot be called clean. */
const MIN_KNOWN = 2

export function assess(outcomes: SessionOutcomes, coverage: Coverage, settings: RiskSettings): Assessment {
  const overrides = settings.weights ?? {}
  const total = score(outcomes, WEIGHTS, overrides)
  const reasons = contributions(outcomes, WEIGHTS, overrides)
  const known = BIOMETRIC_CHECKS.filter((name) => outcomes[name].result !== 'Unknown').length
  const circumstances = {
    isThin: known < MIN_KNOWN,
    isIncomplete: coverage.gaps > 0 || coverage.tampered > 0 || !coverage.ended,
    monitorOnly: settings.monitor_only ?? false,
  }
  return {
    risk_score: total,
    risk_explanation: explain(outcomes, reasons, circumstances),
    recommended_action: actionFor(total, settings.bands ?? BANDS, circumstances),
    contributions: reasons,
  }
}
