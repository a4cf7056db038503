/** What became of a row, and the counts of all rows. */
import type { RowResult } from './analyzer.ts'

export interface RowOutcome {
  /** `rejected`: the analysis rejected the row or failed. `skipped`: the row has no answers. */
  readonly state: 'flagged' | 'clean' | 'rejected' | 'skipped'
  /** Different names of failed checks. */
  readonly checks: readonly string[]
}

/** `null`: the row has no answers. */
export function outcomeOf(row: RowResult | null): RowOutcome {
  if (row === null) return { state: 'skipped', checks: [] }
  if ('rejected' in row) return { state: 'rejected', checks: [] }
  const { flagged, error, checks } = row.result
  return {
    state: error ? 'rejected' : flagged ? 'flagged' : 'clean',
    checks: [...new Set(Object.values(checks).flat())],
  }
}

/** Rows to write; the counts are of all rows. */
export type RowFilter = 'flagged' | 'clean'

export interface RowCounts {
  readonly flagged: number
  readonly rejected: number
  readonly skipped: number
  /** Rows in which each check failed. */
  readonly checks: Readonly<Record<string, number>>
}

export const NO_ROWS: RowCounts = { flagged: 0, rejected: 0, skipped: 0, checks: {} }

export function withOutcome(before: RowCounts, { state, checks }: RowOutcome): RowCounts {
  const failed = { ...before.checks }
  for (const check of checks) failed[check] = (failed[check] ?? 0) + 1
  return {
    flagged: before.flagged + (state === 'flagged' ? 1 : 0),
    rejected: before.rejected + (state === 'rejected' ? 1 : 0),
    skipped: before.skipped + (state === 'skipped' ? 1 : 0),
    checks: failed,
  }
}
