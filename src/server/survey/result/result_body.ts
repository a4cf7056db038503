/** A stored result in the form that the caller received. */
import type { FingerprintChecks } from '../../../contract/survey.ts'
import type { AnalysisRow } from '../../../store/surveys.ts'
import { readStoredResult } from './stored_result.ts'

/** The fields of both versions; optional fields exist in one only. */
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
