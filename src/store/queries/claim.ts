/** A claim of rows for one node until a given time. Each engine makes its own statement of it. */
export interface Claim {
  /** Has the alias `t`. */
  readonly table: string
  readonly key: readonly string[]
  /** The condition of a free row. */
  readonly free: string
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

/** Selects the free rows. Parameters: those of the claim and `limit`. */
export const claimable = (
  { table, free, join = '', and, order }: Claim,
  columns: readonly string[],
): string =>
  `SELECT ${columns.map((column) => `t.${column}`)} FROM ${table} t ${join}
   WHERE ${free}${and ? ` AND ${and}` : ''} ORDER BY ${order} LIMIT :limit`

/** Parameter: `until`, the end of the claim. */
export const claimAssignments = ({ sets, also }: Claim): string =>
  [`${sets} = :until`, ...(also === undefined ? [] : [also])].join(', ')
