/** The explanation of a stored result: the same whenever it is requested. */
import type { ExplainedCheck, Explanation } from '../../contract/survey.ts'
import { SURVEY_CHECKS_OF, type SurveyVersion } from '../../contract/survey_checks.ts'
import { weightOfCheck } from '../../risk/survey_verdict.ts'
import { readStoredResult, type StoredResult } from './stored_result.ts'

/** The part of a stored analysis that an explanation needs. */
export interface StoredAnalysis {
  readonly version: SurveyVersion
  readonly analyzedAt: number
  readonly result: string
}

/** The response body with the explanation behind the specified fields. */
export function explainedBody(row: StoredAnalysis): string {
  const stored = readStoredResult(row.result)
  return `${stored.body.slice(0, -1)},${JSON.stringify(explain(row, stored)).slice(1)}`
}

export function explain(
  { version, analyzedAt, result }: StoredAnalysis,
  stored: StoredResult = readStoredResult(result),
): Explanation {
  // Without a prototype, so that `__proto__` is an ordinary question id.
  const explanation: Explanation['explanation'] = Object.create(null)
  for (const { id, results } of stored.answers) explanation[id] = everyCheck(version, results)
  return { ...stored.verdict, reasons: reasonsFor(stored), analyzed_at: analyzedAt, explanation }
}

/** Failed checks of all answers, the strongest first; the warnings if there are none and a check could not run. */
export function reasonsFor({ answers, verdict, body }: StoredResult): string[] {
  if (verdict.verdict === 'keep') return []
  const failed = answers.flatMap(({ id, results }) => failedChecks(results).map((one) => ({ id, ...one })))
  const reasons = failed
    .sort((a, b) => weightOfCheck(b) - weightOfCheck(a))
    .map(({ id, check, evidence }) =>
      check === 'All responses empty' ? `${check}: ${evidence}` : `${id}: ${check}. ${evidence}`.trim(),
    )
  if (reasons.length > 0) return [...new Set(reasons)]
  const { error, warning } = JSON.parse(body) as { error: boolean; warning?: string }
  if (!error) return ['Most answers say almost nothing.']
  return [warning ?? 'A check could not run.']
}

export const failedChecks = (results: readonly ExplainedCheck[]): ExplainedCheck[] =>
  results.filter(({ result }) => result === 'Detected')

/** A result of version 0.1.0 holds the failed checks only. */
function everyCheck(version: SurveyVersion, results: readonly ExplainedCheck[]): ExplainedCheck[] {
  return SURVEY_CHECKS_OF[version].map(
    (check) =>
      results.find((one) => one.check === check) ?? {
        check,
        result: 'Unknown',
        strength: 0,
        evidence: 'The result was stored without explanations. Analyze the survey again to get them.',
        spans: null,
      },
  )
}
