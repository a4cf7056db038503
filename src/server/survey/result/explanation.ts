/** The explanation of a stored result: the same whenever it is requested. */
import type { ExplainedCheck, Explanation } from '../../../contract/survey.ts'
import { hintsIn, weightOfCheck } from '../../../risk/survey_verdict.ts'
import { readStoredResult, type StoredResult } from './stored_result.ts'

/** The part of a stored analysis that an explanation needs. */
export interface StoredAnalysis {
  readonly analyzedAt: number
  readonly result: string
}

/** The response body with the explanation behind the specified fields. */
export function explainedBody(row: StoredAnalysis, superseded = false): string {
  const stored = readStoredResult(row.result)
  const explanation = { ...explain(row, stored), ...(superseded && { superseded }) }
  return `${stored.body.slice(0, -1)},${JSON.stringify(explanation).slice(1)}`
}

export function explain(
  { analyzedAt, result }: StoredAnalysis,
  stored: StoredResult = readStoredResult(result),
): Explanation {
  // Without a prototype, so that `__proto__` is an ordinary question id.
  const explanation: Explanation['explanation'] = Object.create(null)
  for (const { id, results } of stored.answers) explanation[id] = [...results]
  return { ...stored.verdict, reasons: reasonsFor(stored), analyzed_at: analyzedAt, explanation }
}

/** Failed checks of all answers, the strongest first, then hints; the warnings if there are none and a check could not run. */
export function reasonsFor({ answers, verdict, body, reviewEffort }: StoredResult): string[] {
  if (verdict.verdict === 'keep') return []
  const failed = answers.flatMap(({ id, results }) =>
    failedChecks(results).map((result) => ({ id, ...result })),
  )
  const reasons = failed
    .sort((a, b) => weightOfCheck(b) - weightOfCheck(a))
    .map(({ id, check, evidence }) =>
      check === 'All responses empty' ? `${check}: ${evidence}` : `${id}: ${check}. ${evidence}`.trim(),
    )
  const hints = hintsIn(answers, reviewEffort).map(({ evidence }) => evidence)
  if (reasons.length + hints.length > 0) return [...new Set([...reasons, ...hints])]
  const { warning } = JSON.parse(body) as { warning?: string }
  return [warning ?? 'A check could not run.']
}

export const failedChecks = (results: readonly ExplainedCheck[]): ExplainedCheck[] =>
  results.filter(({ result }) => result === 'Detected')
