/** A claim of rows for one node until a given time. Each engine makes its own statement of it. */
import { STRAY_MS } from '../stray.ts'

export interface Claim {
  /** Has the alias `t`. */
  readonly table: string
  readonly key: readonly string[]
  /** The condition of a row that waits, beside that nobody has claimed it. */
  readonly waiting: string
  /** Further tables and conditions for the selection. */
  readonly join?: string
  readonly and?: string
  readonly order: string
  /** The column with the end of the claim. */
  readonly sets: string
  /** A further assignment. */
  readonly also?: string
  readonly returning: readonly string[]
}

/** The time, and what the conditions of the claim use. */
export interface ClaimParams {
  readonly now: number
  readonly [name: string]: unknown
}

export const claimParams = <Params extends ClaimParams>(params: Params) => ({
  ...params,
  stray: params.now + STRAY_MS,
})

/** A claim that a wrong clock made would last until its time comes, so it does not count. Parameters: `now`, `stray`. */
export const isClaimed = (column: string): string => `(${column} > :now AND ${column} <= :stray)`

/** Selects the free rows. Parameters: `claimParams` and `limit`. */
export const claimable = (
  { table, waiting, join = '', and, order, sets }: Claim,
  columns: readonly string[],
): string =>
  `SELECT ${columns.map((column) => `t.${column}`)} FROM ${table} t ${join}
   WHERE ${waiting} AND NOT ${isClaimed(`t.${sets}`)}${and ? ` AND ${and}` : ''} ORDER BY ${order} LIMIT :limit`

/** Parameter: `until`, the end of the claim. */
export const claimAssignments = ({ sets, also }: Claim): string =>
  [`${sets} = :until`, ...(also === undefined ? [] : [also])].join(', ')
