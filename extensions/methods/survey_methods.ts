/** How a survey was checked and whom it removed, for the methods section of a paper. Counts all participants. */

import { NO_OUTCOMES, withOutcome } from '../../src/contract/outcome_counts.ts'
import type { ExplainedCheck } from '../../src/contract/survey.ts'
import {
  SURVEY_CHECKS,
  SURVEY_CHECKS_OF,
  type SurveyVersion,
  surveyCheckOf,
} from '../../src/contract/survey_checks.ts'
import type { Verdict } from '../../src/contract/verdicts.ts'
import { hintsIn } from '../../src/risk/survey_verdict.ts'
import { PROGRAM_VERSION } from '../../src/server/config/program_version.ts'
import { readStoredRequest } from '../../src/server/survey/request/stored_request.ts'
import { withThreshold } from '../../src/server/survey/result/low_effort_threshold.ts'
import type { ResultBody } from '../../src/server/survey/result/result_body.ts'
import { readStoredResult, type StoredResult } from '../../src/server/survey/result/stored_result.ts'
import { openManagedSurveys } from '../../src/server/survey/review/managed_surveys.ts'
import { everyParticipant, type SurveyAnalyses } from '../../src/server/survey/review/survey_summary.ts'
import type { AnalysisRow } from '../../src/store/surveys.ts'
import { idOfKey } from '../../src/store/values/key_text.ts'
import type { ErrorRate, MethodsCheck, SurveyMethods } from './contract.ts'
import { methodsParagraph, type ReviewReason, type Reviews } from './methods_paragraph.ts'
import errorRates from './survey_error_rates.json' with { type: 'json' }

const RATES: ReadonlyMap<string, ErrorRate> = new Map(
  errorRates.map(({ check, ...rate }) => [check, rate as ErrorRate]),
)

export const errorRateOf = (check: string): ErrorRate | null => RATES.get(check) ?? null

/** `threshold`: shows results as if the responses had been sent with this low-effort threshold. */
export type SurveyMethodsOf = (
  workspace: string,
  surveyId: string,
  threshold?: number,
) => Promise<SurveyMethods>

export function openSurveyMethods(store: SurveyAnalyses): SurveyMethodsOf {
  const operations = openManagedSurveys(store)
  return async (workspace, id, threshold) => {
    const { surveyId } = await operations.summary(workspace, id)
    const tally = openTally(threshold)
    for await (const row of everyParticipant(store, workspace, surveyId)) {
      tally.add(withThreshold(row, threshold))
    }
    const counts = { survey_id: idOfKey(surveyId), ...tally.counts() }
    return { ...counts, text: methodsParagraph(counts, tally.reviews()) }
  }
}

type Counts = Omit<SurveyMethods, 'survey_id' | 'text'>
type CheckCounts = { -readonly [Name in keyof MethodsCheck]: MethodsCheck[Name] }

function openTally(threshold: number | undefined) {
  const checks = new Map<string, CheckCounts>()
  const versions = new Set<SurveyVersion>()
  const models = new Set<string>()
  const analyses = new Set<string>()
  const questions = new Set<string>()
  const thresholds = new Set<number>()
  const times: number[] = []
  let outcomes = NO_OUTCOMES
  const reasons = { failed: 0, effort: 0, copied: 0, error: 0, reviewer: 0 }
  const efforts = new Set<number>()
  let [typed, incomplete, removed, restored] = [0, 0, 0, 0]
  let [confirmed, cleared, unfailed] = [0, 0, 0]

  function checkOf(name: string): CheckCounts {
    const found = checks.get(name) ?? {
      check: name,
      applied: 0,
      flagged: 0,
      keep: 0,
      review: 0,
      remove: 0,
      error_rate: errorRateOf(name),
    }
    checks.set(name, found)
    return found
  }

  function addChecks(results: readonly ExplainedCheck[], verdict: Verdict): void {
    const decided = new Set(results.filter(({ result }) => result !== 'Unknown').map(({ check }) => check))
    const failed = new Set(results.filter(({ result }) => result === 'Detected').map(({ check }) => check))
    for (const name of decided) checkOf(name).applied++
    for (const name of failed) {
      const counts = checkOf(name)
      counts.flagged++
      counts[verdict]++
    }
    // These decide only about typing that was recorded.
    if ([...decided].some((name) => surveyCheckOf(name)?.kind === 'entry')) typed++
  }

  return {
    add(row: AnalysisRow): void {
      const stored = readStoredResult(row.result)
      const computed = stored.verdict.verdict
      const effective = row.overridden?.verdict ?? computed
      const body = JSON.parse(stored.body) as ResultBody
      outcomes = withOutcome(outcomes, { flagged: row.flagged, verdict: effective })
      times.push(row.analyzedAt)
      versions.add(row.version)
      models.add(body.model)
      analyses.add(stored.analysis)
      if (body.error) incomplete++
      if (effective === 'remove' && computed !== 'remove') removed++
      if (effective !== 'remove' && computed === 'remove') restored++
      if (row.overridden?.verdict === 'remove') confirmed++
      if (effective === 'remove' && !row.flagged) unfailed++
      if (effective === 'keep' && computed === 'review') cleared++
      if (effective === 'review') reasons[row.flagged ? 'failed' : reviewReason(stored, body)]++
      if (row.version === 'v021') efforts.add(stored.reviewEffort)
      for (const { id } of stored.answers) questions.add(id)
      if (row.version === 'v021')
        thresholds.add(threshold ?? readStoredRequest(row.request).lowEffortThreshold)
      addChecks(
        stored.answers.flatMap(({ results }) => results),
        effective,
      )
    },
    reviews: (): Reviews => ({
      confirmed,
      cleared,
      unfailed,
      reasons,
      efforts: [...efforts].sort((a, b) => a - b),
    }),
    counts(): Counts {
      for (const version of versions) for (const name of SURVEY_CHECKS_OF[version]) checkOf(name)
      const order: readonly string[] = SURVEY_CHECKS
      return {
        program_version: PROGRAM_VERSION,
        models: [...models].sort(),
        analysis_versions: [...analyses].sort(),
        first_at: times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
        last_at: times.reduce((a, b) => Math.max(a, b), 0),
        ...outcomes,
        questions: questions.size,
        low_effort_thresholds: [...thresholds].sort((a, b) => a - b),
        typed,
        incomplete,
        removed_by_reviewer: removed,
        restored_by_reviewer: restored,
        checks: [...checks.values()].sort((a, b) => order.indexOf(a.check) - order.indexOf(b.check)),
      }
    },
  }
}

/** Why a participant without a failed check is under review: the first reason counts, so that the counts add up. */
function reviewReason({ answers, reviewEffort }: StoredResult, { error }: ResultBody): ReviewReason {
  const hints = hintsIn(answers, reviewEffort)
  if (hints.some(({ check }) => check === 'Low-effort')) return 'effort'
  if (hints.length > 0) return 'copied'
  return error ? 'error' : 'reviewer'
}
