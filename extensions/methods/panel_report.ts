/** Removed participants of a survey by provider, with the checks they failed. No answers: providers get ids only. */

import { SURVEY_CHECKS, surveyCheckOf } from '../../src/contract/survey_checks.ts'
import { PROGRAM_VERSION } from '../../src/server/config/program_version.ts'
import { failedChecks } from '../../src/server/survey/result/explanation.ts'
import { withThreshold } from '../../src/server/survey/result/low_effort_threshold.ts'
import { readStoredResult } from '../../src/server/survey/result/stored_result.ts'
import { openManagedSurveys } from '../../src/server/survey/review/managed_surveys.ts'
import { effectiveVerdict } from '../../src/server/survey/review/participant_filter.ts'
import { everyParticipant, type SurveyAnalyses } from '../../src/server/survey/review/survey_summary.ts'
import type { AnalysisRow } from '../../src/store/surveys.ts'
import { idOfKey } from '../../src/store/values/key_text.ts'
import {
  PANEL_PROVIDERS,
  type PanelPage,
  type PanelProvider,
  type PanelReport,
  type RemovedParticipant,
} from './panel_contract.ts'
import { providerOf } from './panel_provider.ts'
import { errorRateOf } from './survey_methods.ts'

export type PanelReportOf = (workspace: string, surveyId: string, threshold?: number) => Promise<PanelReport>

export function openPanelReport(store: SurveyAnalyses): PanelReportOf {
  const operations = openManagedSurveys(store)
  return async (workspace, id, threshold) => {
    const { surveyId } = await operations.summary(workspace, id)
    const counts = new Map<PanelProvider, number>()
    const removed: RemovedParticipant[] = []
    for await (const latest of everyParticipant(store, workspace, surveyId)) {
      const row = withThreshold(latest, threshold)
      const provider = providerOf(idOfKey(row.participantId))
      counts.set(provider, (counts.get(provider) ?? 0) + 1)
      if (effectiveVerdict(row) === 'remove') removed.push(removedParticipant(row))
    }
    const pages = PANEL_PROVIDERS.filter((provider) => counts.has(provider)).map((provider) =>
      pageOf(provider, counts.get(provider) as number, removed),
    )
    return { survey_id: idOfKey(surveyId), program_version: PROGRAM_VERSION, pages }
  }
}

function removedParticipant(row: AnalysisRow): RemovedParticipant {
  const { answers, verdict } = readStoredResult(row.result)
  const failed = failedChecks(answers.flatMap(({ results }) => results)).map(({ check }) => check as string)
  return {
    participant_id: idOfKey(row.participantId),
    checks: inOrder(failed),
    removed_by_reviewer: verdict.verdict !== 'remove',
    confirmed: row.overridden !== undefined,
  }
}

function pageOf(
  provider: PanelProvider,
  participants: number,
  everyRemoved: readonly RemovedParticipant[],
): PanelPage {
  const removed = everyRemoved
    .filter(({ participant_id }) => providerOf(participant_id) === provider)
    .sort((a, b) => (a.participant_id < b.participant_id ? -1 : 1))
  const checks = inOrder(removed.flatMap(({ checks }) => checks)).map((check) => ({
    check,
    meaning: surveyCheckOf(check)?.meaning ?? check,
    error_rate: errorRateOf(check),
  }))
  return { provider, participants, removed, checks }
}

const ORDER: readonly string[] = SURVEY_CHECKS

const inOrder = (checks: readonly string[]): string[] =>
  [...new Set(checks)].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
