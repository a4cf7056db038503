/** Removed participants of a survey by provider, with the checks they failed. No answers: providers get ids only. */
import { SURVEY_CHECKS_V012, SURVEY_CHECKS_V021 } from '../../../contract/checks.ts'
import {
  PANEL_PROVIDERS,
  type PanelPage,
  type PanelProvider,
  type PanelReport,
  type RemovedParticipant,
} from '../../../contract/dashboard/panel_report.ts'
import type { AnalysisRow } from '../../../store/surveys.ts'
import { idOfKey } from '../../base/key_text.ts'
import { PROGRAM_VERSION } from '../../base/program_version.ts'
import { failedChecks } from '../explanation.ts'
import { withThreshold } from '../low_effort_threshold.ts'
import { openManagedSurveys } from '../results/managed_surveys.ts'
import { effectiveVerdict } from '../results/participant_filter.ts'
import { everyParticipant, type SurveyAnalyses } from '../results/survey_summary.ts'
import { readStoredResult } from '../stored_result.ts'
import { providerOf } from './panel_provider.ts'
import { openRunFew } from './run_few.ts'
import { errorRateOf } from './survey_methods.ts'

/** About the response, never about the person. */
const MEANINGS: Readonly<Record<string, string>> = {
  'Automated test: Gibberish': 'An answer does not form words or sentences of its language.',
  'Automated test: Off-topic': 'An answer does not relate to the question.',
  'Automated test: GPT': 'The wording of an answer resembles text written by language models.',
  'Automated test: Profane': 'An answer contains profane words.',
  'Automated test: Junk': 'An answer does not relate to the question or does not form sentences.',
  'Low-effort': 'An answer contains little information.',
  'Partial pasting': 'Part of an answer was inserted all at once, and the rest was typed.',
  'Programmatic entry': 'The text of an answer changed without key presses, or with constant intervals.',
  'Response pasted': 'The whole text of an answer was inserted all at once.',
  'Self-duplicate response': 'Answers to different questions are similar.',
  'Cross-duplicate response': 'An answer is similar to that of another participant.',
  'Unnatural typing': 'The recorded typing differs from the typing of most people.',
  'Unnatural typing speed': 'The recorded typing speed differs from that of most people.',
  'Unnatural pausing': 'The recorded pauses differ from those of most people.',
  'Text chunking': 'The text of an answer was inserted in parts rather than typed.',
  'GPT paste artifacts': 'The formatting of an answer resembles that of chat models.',
  'All responses empty': 'No question was answered.',
}
const ORDER: readonly string[] = [...SURVEY_CHECKS_V021, ...SURVEY_CHECKS_V012]

export type PanelReportOf = (workspace: string, surveyId: string, threshold?: number) => Promise<PanelReport>

export function openPanelReport(store: SurveyAnalyses): PanelReportOf {
  const operations = openManagedSurveys(store)
  const runFew = openRunFew()
  return async (workspace, id, threshold) => {
    const { surveyId } = await operations.summary(workspace, id)
    return runFew(async () => {
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
    })
  }
}

function removedParticipant(row: AnalysisRow): RemovedParticipant {
  const { answers, verdict } = readStoredResult(row.result)
  const failed = failedChecks(answers.flatMap(({ results }) => results)).map(({ check }) => check as string)
  return {
    participant_id: idOfKey(row.participantId),
    checks: inOrder(failed),
    removed_by_reviewer: verdict.verdict !== 'remove',
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
    meaning: MEANINGS[check] ?? check,
    error_rate: errorRateOf(check),
  }))
  return { provider, participants, removed, checks }
}

const inOrder = (checks: readonly string[]): string[] =>
  [...new Set(checks)].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
