/** The verdict on a session now, with the label of a reviewer and the result of step-up verification. */
import type { RecommendedAction } from '../../contract/checks.ts'
import { choiceOf } from '../../contract/choices.ts'
import type { SignedResult } from '../../contract/result.ts'
import { PASS_LIFE_MS, PASS_USES, type StepUpResult } from '../../contract/step_up.ts'
import type { ReportRecord } from '../../report/report.ts'
import { decide } from '../../risk/decision.ts'
import { effectiveAction } from '../../risk/override.ts'
import type { SessionKey, SessionRow } from '../../store/sessions.ts'
import type { StepUpRow } from '../../store/step_ups.ts'
import type { Services } from '../services.ts'
import { openWorkspaceSettings } from '../workspace/settings_cache.ts'
import { stepUpOf } from './step_up_view.ts'

export type Verdict = Pick<
  SignedResult,
  'risk_score' | 'effective_action' | 'proven' | 'decision' | 'step_up'
>

export interface CurrentVerdict {
  readonly session: SessionRow
  readonly verdict: Verdict
}

/** Null: there is no such session. */
export type CurrentVerdicts = (key: SessionKey) => Promise<CurrentVerdict | null>

export function openCurrentVerdicts({
  scoring,
  store,
  now,
}: Pick<Services, 'scoring' | 'store' | 'now'>): CurrentVerdicts {
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

  return async (key) => {
    const scored = await scoring.report(key)
    if (scored === null) return null
    const [labels, stepUpRow, ofWorkspace] = await Promise.all([
      store.facts.labels(key.workspace, [key.sessionId]),
      scored.hasStepUp ? store.stepUps.find(key) : null,
      settings.of(key.workspace),
    ])
    const { proven } = JSON.parse(scored.report.record) as ReportRecord
    const label = labels.get(key.sessionId)?.label ?? null
    const action = effectiveAction(scored.report.action as RecommendedAction, label)
    const stepUp = await countedStepUp(key, stepUpRow)
    return {
      session: scored.session,
      verdict: {
        risk_score: scored.report.score,
        effective_action: action,
        proven,
        decision: decide({ action, proven, stepUp }, choiceOf(ofWorkspace, 'acceptance')),
        ...(stepUp && { step_up: stepUp }),
      },
    }
  }
}
