/** A stored result with another setting of the survey, or with answers that a later participant copied. */
import { surveyVerdict } from '../../../risk/survey_verdict.ts'
import { readStoredResult, writeStoredResult } from './stored_result.ts'

export interface VerdictChange {
  readonly reviewEffort?: number
  /** Ids of questions. */
  readonly copied?: Iterable<string>
}

/** Byte for byte the same result where nothing changes. */
export function updateVerdict(result: string, change: VerdictChange): string {
  const stored = readStoredResult(result)
  const { reviewEffort = stored.reviewEffort, copied = [] } = change
  const ids = new Set(copied)
  const isMarked = stored.answers.some(({ id, copied }) => ids.has(id) && !copied)
  if (reviewEffort === stored.reviewEffort && !isMarked) return result
  const answers = stored.answers.map((answer) => (ids.has(answer.id) ? { ...answer, copied: true } : answer))
  const { error } = JSON.parse(stored.body) as { error: boolean }
  return writeStoredResult({
    ...stored,
    reviewEffort,
    answers,
    verdict: surveyVerdict(answers, error, reviewEffort),
  })
}
