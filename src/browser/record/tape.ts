/** Where recorders write. */
import { addRow } from '../rows.ts'

let afterRow = (): void => {}

/** To be run whenever a row was written. */
export function afterRows(run: () => void): void {
  afterRow = run
}

export function record(...row: number[]): void {
  addRow(row)
  afterRow()
}
