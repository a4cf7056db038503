/** Which visitors need step-up verification before `/siteverify` accepts them. */

import type { Services } from '../services.ts'
import { openWorkspaceSettings, type WorkspaceSettings } from '../workspace/settings_cache.ts'
import type { Verdict } from './current_verdict.ts'

export const UNKNOWN_OUTCOMES = ['pass', 'step-up', 'fail'] as const
export type UnknownOutcome = (typeof UNKNOWN_OUTCOMES)[number]

/** `/siteverify` for a visitor without enough evidence: the setting of the workspace, by default step-up. */
export const unknownOutcome = ({ siteverify_unknown: set }: WorkspaceSettings): UnknownOutcome =>
  UNKNOWN_OUTCOMES.find((outcome) => outcome === set) ?? 'step-up'

export interface StepUpPolicy {
  /** `pass`: accepted without a task. `step-up`: accepted after the task was passed. `fail`: never accepted. */
  outcomeOf(workspace: string, verdict: Verdict): Promise<UnknownOutcome>
}

export function openStepUpPolicy({ store }: Pick<Services, 'store'>): StepUpPolicy {
  const settings = openWorkspaceSettings(store.keys)
  return {
    async outcomeOf(workspace, { effective_action }) {
      switch (effective_action) {
        case 'Auto-accept':
        case 'Accept with monitoring':
          return 'pass'
        case 'Manual review or require additional verification':
          return 'step-up'
        case 'Auto-reject or high-priority review':
          return 'fail'
        case 'Unknown':
          return unknownOutcome(await settings.of(workspace))
      }
    },
  }
}
