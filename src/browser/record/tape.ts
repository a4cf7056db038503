/** Where recorders write, and how they listen. */
import { on } from '../guard.ts'
import { addRow } from '../rows.ts'

let onEvent = (): void => {}
let onRow = (): void => {}

/** `beforeEvent` runs ahead of every recorder, `afterRow` whenever a row was written. */
export function openTape(beforeEvent: () => void, afterRow: () => void): void {
  onEvent = beforeEvent
  onRow = afterRow
}

export function record(...row: number[]): void {
  addRow(row)
  onRow()
}

export function recordOn<Type extends Event>(
  target: EventTarget,
  types: string,
  run: (event: Type) => void,
): void {
  on<Type>(target, types, (event) => {
    onEvent()
    run(event)
  })
}
