/** Rows as one flat array of numbers, so that parsing, validating and storing allocate nothing per row. */
export interface FlatRows {
  readonly count: number
  readonly values: ArrayLike<number>
  /** For each row, where the next one begins. */
  readonly ends: ArrayLike<number>
}

export function flatten(rows: readonly (readonly number[])[]): FlatRows {
  const values: number[] = []
  const ends: number[] = []
  for (const row of rows) {
    for (const value of row) values.push(value)
    ends.push(values.length)
  }
  return { count: rows.length, values, ends }
}

/** Between the first row's `dt` starting to count and the last row, in tenths of a millisecond. */
export function spanOf({ count, values, ends }: FlatRows): number {
  let span = 0
  let from = 0
  for (let index = 0; index < count; index++) {
    span += values[from + 1] as number
    from = ends[index] as number
  }
  return span
}
