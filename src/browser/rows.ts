/** Rows of events and their table of names, until the next batch. */
import type { Name, NameRole } from '../contract/batch/batch.ts'
import { ROWS } from '../contract/batch/rows.ts'
import { BATCH } from '../contract/limits.ts'
import { round } from './natives.ts'

/** This many rows trigger an early batch: about 30 kB. */
const MAX_ROWS = 1500

export interface Rows {
  /** Absolute times and positions; the batch contains differences. */
  rows: number[][]
  readonly names: readonly Name[]
  /** Where the pointer was before the first row. */
  readonly at: readonly [number, number]
}

let rows: number[][] = []
let names: Name[] = []
let position: readonly [number, number] = [0, 0]

export const hasRows = (): boolean => rows.length > 0
export const isFull = (): boolean => rows.length >= MAX_ROWS

/** `[code, t, ...fields]`, `t` in tenths of a millisecond since the time origin. */
export function addRow(row: number[]): void {
  for (let i = 0; i < row.length; i++) row[i] = round(row[i] as number) || 0
  rows[rows.length] = row
}

/** The index of a name in this batch's table; -1 when the table is full. */
export function nameIndex([role, text]: readonly [NameRole, string]): number {
  const label = text.slice(0, BATCH.nameChars)
  const found = names.findIndex((name) => name[1] === label && name[0] === role)
  return found >= 0 || names.length >= BATCH.names ? found : names.push([role, label]) - 1
}

/** Moves arrive a frame late with their original time, so rows are sorted first. */
export function takeRows(): Rows {
  const taken = { rows: rows.sort((a, b) => (a[1] as number) - (b[1] as number)), names, at: position }
  for (const row of rows) if (isPlaced(row)) position = [row[2] as number, row[3] as number]
  rows = []
  names = []
  return taken
}

export const isMove = (row: readonly number[]): boolean => row[0] === ROWS.move.code

/** Moves, presses and releases have the first codes. */
const isPlaced = ([code]: readonly number[]): boolean => (code as number) <= ROWS.up.code

/** `start` and `rows` as JSON: times and moves become differences. Consumes the rows. */
export function encodeRows({ rows, at }: Rows): { start: number; rowsText: string } {
  let [x, y] = at as [number, number]
  const start = (rows[0]?.[1] as number) ?? 0
  let before = start
  for (const row of rows) {
    const [, t, placeX, placeY] = row as [number, number, number, number]
    row[1] = t - before
    before = t
    if (isMove(row)) {
      row[2] = placeX - x
      row[3] = placeY - y
    }
    if (isPlaced(row)) {
      x = placeX
      y = placeY
    }
  }
  return { start, rowsText: `[${rows.map((row) => `[${row}]`)}]` }
}
