/** A stored analysis as it would be with another `low_effort_threshold`. Effort ratings do not depend on the threshold. */
import { lowEffort } from '../../../checks/survey/low_effort.ts'
import type { ExplainedCheck } from '../../../contract/survey.ts'
import { surveyVerdict } from '../../../risk/survey_verdict.ts'
import { type AnalysisRow, rankOf } from '../../../store/surveys.ts'
import { failedChecks } from './explanation.ts'
import type { ResultBody } from './result_body.ts'
import { readStoredResult, writeStoredResult } from './stored_result.ts'

/** v012 has no effort ratings and stays as it is. */
export function withThreshold(row: AnalysisRow, threshold: number | undefined): AnalysisRow {
  if (threshold === undefined || row.version === 'v012') return row
  const stored = readStoredResult(row.result)
  const body = JSON.parse(stored.body) as ResultBody
  const ratings = new Map(Object.entries(body.effort_ratings ?? {}))
  const answers = stored.answers.map((answer) => ({
    ...answer,
    results: answer.results.map((result) => rated(result, ratings.get(answer.id), threshold)),
  }))
  const results = answers.flatMap((answer) => answer.results)
  const count = failedChecks(results).length
  const changed: ResultBody = {
    ...body,
    flagged: count > 0,
    num_checks_failed: count,
    checks: Object.fromEntries(
      answers.map(({ id, results }) => [id, failedChecks(results).map(({ check }) => check)]),
    ),
  }
  const verdict = surveyVerdict(answers, body.error, stored.reviewEffort)
  return {
    ...row,
    flagged: changed.flagged,
    rank: rankOf(verdict),
    result: writeStoredResult({ ...stored, answers, verdict, body: JSON.stringify(changed) }),
  }
}

/** An answer that the check did not apply to keeps its result. */
function rated(result: ExplainedCheck, effort: number | undefined, threshold: number): ExplainedCheck {
  if (result.check !== lowEffort.name || result.result === 'Unknown' || effort === undefined) return result
  const isLow = effort <= threshold
  return {
    ...result,
    result: isLow ? 'Detected' : 'Not detected',
    strength: isLow ? 1 : 0,
    evidence: `Effort is rated ${effort} of 10 (threshold ${threshold}).`,
    spans: null,
  }
}
