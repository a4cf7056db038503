/** The decision about the visitor of a session now, by which reports, signed results and servers act. */
import type { RecommendedAction } from '../../contract/checks.ts'
import { choiceOf } from '../../contract/choices.ts'
import type { SignedResult } from '../../contract/result.ts'
import { PASS_LIFE_MS, PASS_USES, type StepUpResult } from '../../contract/step_up.ts'
import type { ReportRecord } from '../../report/report.ts'
import { decide } from '../../risk/decision.ts'
import type { SessionKey } from '../../store/sessions.ts'
import type { StepUpRow } from '../../store/step_ups.ts'
import type { ScoredReport, Services } from '../services.ts'
import { openWorkspaceSettings } from '../workspace/settings_cache.ts'
import { stepUpOf } from './step_up_view.ts'

export type CurrentDecision = Pick<SignedResult, 'proven' | 'decision' | 'step_up'>

/** `action`: the effective one. `row`: the step-up verification of the session. */
export type CurrentDecisions = (
  key: SessionKey,
  scored: ScoredReport,
  action: RecommendedAction,
  row: StepUpRow | null,
) => Promise<CurrentDecision>

export function openCurrentDecisions({ store, now }: Pick<Services, 'store' | 'now'>): CurrentDecisions {
  const settings = openWorkspaceSettings(store.keys)

  /** A passed task stands for the visitor's next forms, not for all that a program could send afterwards. */
  async function countedStepUp(
    { workspace, sessionId }: SessionKey,
    row: StepUpRow | null,
  ): Promise<StepUpResult | undefined> {
    const { answer } = row ?? {}
    if (answer?.result !== 'passed') return stepUpOf(row)?.result
    if (now() >= answer.at + PASS_LIFE_MS) return undefined
    const used = await store.usedResults.ofSession(workspace, sessionId, now())
    return [...used.values()].filter((at) => at >= answer.at).length < PASS_USES ? 'passed' : undefined
  }

  return async (key, { report }, action, row) => {
    const [ofWorkspace, stepUp] = await Promise.all([settings.of(key.workspace), countedStepUp(key, row)])
    const { proven } = JSON.parse(report.record) as ReportRecord
    const decision = decide({ action, proven, stepUp }, choiceOf(ofWorkspace, 'acceptance'))
    return { proven, decision, ...(stepUp && { step_up: stepUp }) }
  }
}
