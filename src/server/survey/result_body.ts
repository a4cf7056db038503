/** A stored result as the caller got it. */
import type { FingerprintChecks } from '../../contract/survey.ts'
import type { AnalysisRow } from '../../store/surveys.ts'
import { readStoredResult } from './stored_result.ts'

/** What both versions' results have in common, and what only one has. */
export interface ResultBody {
  readonly error: boolean
  readonly flagged: boolean
  readonly model: string
  readonly num_checks_failed: number
  readonly checks: readonly string[] | Readonly<Record<string, readonly string[]>>
  readonly response_groups: Readonly<Record<string, number>>
  readonly effort_ratings?: Readonly<Record<string, number>>
  readonly warning?: string
  readonly fingerprint_checks?: FingerprintChecks
}

export const resultBody = (row: AnalysisRow): ResultBody => JSON.parse(readStoredResult(row.result).body)
