/** Limits on the size of a table: a small file must not become a very large one. */
import { BulkFault } from './bulk_fault.ts'

/** Excel's limit, for every format. */
export const MOST_COLUMNS = 16_384
/** Rows are filled up to the width of the table. */
const MOST_EMPTY_CELLS = 100_000_000

export interface TableSize {
  readonly columns: number
  readonly rows: number
  /** Cells in the file. */
  readonly cells: number
}

export function checkTableSize(name: string, { columns, rows, cells }: TableSize): void {
  if (columns > MOST_COLUMNS)
    throw new BulkFault(`${name} has ${columns} columns, but at most ${MOST_COLUMNS} are allowed.`)
  if (rows * columns - cells > MOST_EMPTY_CELLS)
    throw new BulkFault(
      `${name} has more than ${MOST_EMPTY_CELLS / 1_000_000} million empty cells. Remove columns with few values, or split the file.`,
    )
}
