/** Where recorders write. */
import { addRow } from '../rows.ts'

/** Called whenever a row was written, or is about to be. */
export let afterRow = (): void => {}

export function afterRows(run: () => void): void {
  afterRow = run
}

export function record(...row: number[]): void {
  addRow(row)
  afterRow()
}
