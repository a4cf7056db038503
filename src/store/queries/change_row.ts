/**
 * Changes a row that several writers may change at the same time. Each write names the revision that it read, and
 * succeeds only while the row has that revision. Otherwise the change is computed again from the newer row.
 */
import { setTimeout } from 'node:timers/promises'
import { StoreConflict } from '../errors.ts'
import { openTurns } from '../turns.ts'

export interface Changed<Row> {
  readonly before: Row
  readonly after: Row
}

export interface Revised<Row> {
  readonly row: Row
  readonly revision: number
}

/** One row, and how to read and write it. */
export interface ChangeableRow<Row> {
  read(): Promise<Revised<Row> | null>
  /** False: the row no longer has this revision. */
  write(after: Row, revision: number): Promise<boolean>
}

/** Writers of one process take turns, so that only other processes can cause a retry. */
const TRIES = 20
/** The longest wait before the second try; it grows with each one. */
const WAIT_MS = 10

export type ChangeRow = <Row>(
  key: string,
  held: ChangeableRow<Row>,
  change: (before: Row) => Row,
) => Promise<Changed<Row> | null>

/** Null: there is no such row. A change that returns its argument writes nothing. */
export function openRowChanges(): ChangeRow {
  const turns = openTurns()
  return (key, held, change) =>
    turns.take(key, async () => {
      for (let tries = 1; ; tries++) {
        const found = await held.read()
        if (found === null) return null
        const { row: before, revision } = found
        const after = change(before)
        if (after === before || (await held.write(after, revision))) return { before, after }
        if (tries === TRIES) throw new StoreConflict('others changed the same row at the same time')
        await setTimeout(Math.random() * WAIT_MS * tries)
      }
    })
}
