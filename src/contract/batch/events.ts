/** Converts rows to events and back: absolute times and positions, with validation of every row. */
import type { FlatRows } from './flat_rows.ts'
import { ROWS, type RowType, type SessionEvent } from './rows.ts'

const TYPES = Object.entries(ROWS) as [RowType, { code: number; fields: readonly string[] }][]
const BY_CODE = new Map(TYPES.map(([type, { code, fields }]) => [code, { type, fields }]))

/** Larger than any screen, page or pause, and small enough for exact sums. */
const MAX_FIELD = 2 ** 40

export interface RowFault {
  readonly pointer: string
  readonly detail: string
}

/** Per code: the length of a row, and the position of its name (-1: none). */
const SHAPES: readonly ({ type: RowType; length: number; nameAt: number } | undefined)[] = (() => {
  const shapes = []
  for (const [type, { code, fields }] of TYPES) {
    const name = fields.indexOf('name')
    shapes[code] = { type, length: fields.length + 2, nameAt: name === -1 ? -1 : name + 2 }
  }
  return shapes
})()

/** The first fault in these rows, or undefined. `nameCount`: the length of the batch's table of names. */
export function findRowFault({ count, values, ends }: FlatRows, nameCount: number): RowFault | undefined {
  for (let index = 0, from = 0; index < count; index++) {
    const to = ends[index] as number
    const detail = rowFault(values, from, to, nameCount)
    if (detail !== undefined) return { pointer: `/rows/${index}`, detail }
    from = to
  }
  return undefined
}

/** The fault of the row at this position. */
export function rowFault(
  values: ArrayLike<number>,
  from: number,
  to: number,
  nameCount: number,
): string | undefined {
  const shape = from === to ? undefined : SHAPES[values[from] as number]
  if (shape === undefined) return 'unknown row code'
  if (to - from !== shape.length) return `${shape.type} rows have ${shape.length} numbers`
  if ((values[from + 1] as number) < 0) return 'time decreases'
  for (let at = from + 1; at < to; at++) {
    const value = values[at] as number
    if (!Number.isInteger(value) || value > MAX_FIELD || value < -MAX_FIELD)
      return `number ${at - from} is out of range`
  }
  const name = shape.nameAt === -1 ? -1 : (values[from + shape.nameAt] as number)
  return name < -1 || name >= nameCount ? 'name index is out of range of `names`' : undefined
}

/** `name` fields index the batch's table of names; -1 means none. */
export function rowsToEvents(
  rows: readonly (readonly number[])[],
  start: number,
  at: readonly [number, number],
): SessionEvent[] {
  let t = start
  let [x, y] = at
  return rows.map((row) => {
    const [code, dt] = row as [number, number]
    t += dt
    if (code === ROWS.move.code) {
      x += row[2] as number
      y += row[3] as number
      return { type: 'move', t, x, y, coalesced: row[4] as number, flags: row[5] as number }
    }
    const { type, fields } = BY_CODE.get(code) as { type: RowType; fields: readonly string[] }
    const event: Record<string, unknown> = { type, t }
    for (let i = 0; i < fields.length; i++) event[fields[i] as string] = row[i + 2]
    if (type === 'down' || type === 'up') [x, y] = [event.x as number, event.y as number]
    return event as unknown as SessionEvent
  })
}

/** The inverse of `rowsToEvents`, for recordings from other sources. */
export function eventsToRows(
  events: readonly SessionEvent[],
  start: number,
  at: readonly [number, number],
): number[][] {
  let t = start
  let [x, y] = at
  return events.map((event) => {
    const dt = event.t - t
    t = event.t
    if (event.type === 'move') {
      const row = [ROWS.move.code, dt, event.x - x, event.y - y, event.coalesced, event.flags]
      ;[x, y] = [event.x, event.y]
      return row
    }
    if (event.type === 'down' || event.type === 'up') [x, y] = [event.x, event.y]
    const { code, fields } = ROWS[event.type]
    return [code, dt, ...fields.map((field) => (event as unknown as Record<string, number>)[field] as number)]
  })
}
