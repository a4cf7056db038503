/** What became of a row, and the counts of all rows. */
import {
  NO_OUTCOMES,
  type Outcome,
  type OutcomeCounts,
  withOutcome,
} from '../../../contract/outcome_counts.ts'
import type { RowResult } from './analyzer.ts'

export type RowOutcome =
  | (Outcome & {
      readonly state: 'analyzed'
      /** Different names of failed checks. */
      readonly checks: readonly string[]
    })
  /** `skipped`: the row has no answers. */
  | { readonly state: 'rejected' | 'skipped' }

/** `null`: the row has no answers. */
export function outcomeOf(row: RowResult | null): RowOutcome {
  if (row === null) return { state: 'skipped' }
  if ('rejected' in row) return { state: 'rejected' }
  const { flagged, verdict, checks } = row.result
  return { state: 'analyzed', flagged, verdict, checks: [...new Set(Object.values(checks).flat())] }
}

export interface RowCounts extends OutcomeCounts {
  readonly rejected: number
  readonly skipped: number
  /** Rows in which each check failed. */
  readonly checks: Readonly<Record<string, number>>
}

export const NO_ROWS: RowCounts = { ...NO_OUTCOMES, rejected: 0, skipped: 0, checks: {} }

export function withRow(before: RowCounts, outcome: RowOutcome): RowCounts {
  if (outcome.state !== 'analyzed') return { ...before, [outcome.state]: before[outcome.state] + 1 }
  const checks = { ...before.checks }
  for (const check of outcome.checks) checks[check] = (checks[check] ?? 0) + 1
  return { ...withOutcome(before, outcome), checks }
}
