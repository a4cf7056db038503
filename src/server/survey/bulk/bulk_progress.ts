/** How far the analysis of a file is. Each row is collected, then analyzed. */
import type { RowCounts } from './row_outcome.ts'

export interface BulkProgress extends RowCounts {
  readonly total: number
  /** Rows that others are compared with; rows without answers too. */
  readonly collected: number
  /** Analyzed rows. Includes the rows of an earlier run. */
  readonly done: number
  /** Rows of an earlier run. */
  readonly resumed: number
}

/** In rows, of which a row that is only collected counts half. */
export const rowsDone = ({ collected, done }: Pick<BulkProgress, 'collected' | 'done'>): number =>
  (collected + done) / 2
