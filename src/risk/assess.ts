/** From outcomes to a score, its reasons and an action. */

import type { SessionOutcomes } from '../checks/session.ts'
import type { RecommendedAction } from '../contract/checks.ts'
import type { RiskSettings } from '../contract/settings.ts'
import type { Coverage } from '../features/session.ts'

export interface Assessment {
  readonly risk_score: number
  readonly risk_explanation: string
  readonly recommended_action: RecommendedAction
}

/** Changes whenever the same session could be assessed differently. */
export const RISK_VERSION = '0'

export function assess(_outcomes: SessionOutcomes, _coverage: Coverage, _settings: RiskSettings): Assessment {
  return {
    risk_score: 0,
    risk_explanation: 'Too little was seen to tell whether this was a person.',
    recommended_action: 'Unknown',
  }
}
