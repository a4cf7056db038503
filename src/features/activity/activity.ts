/**
 * Keys and pointer movement of a session over time, in at most 48 bytes, so that a list draws a small chart without
 * reading events. Pauses are shortened. It is a picture for people: no check uses it.
 */
import { TICKS_PER_MS } from '../../contract/batch/rows.ts'
import type { Fold } from '../session/fold.ts'

const COLUMNS = 48
/** Width of a column at first. It doubles whenever the session needs more columns. */
const FIRST_MS = 40
/** A longer pause counts as this long. */
const LONGEST_PAUSE_MS = 2_000
const MOST = 15

export function foldActivity(): Fold<string | null> {
  const keys = new Float64Array(COLUMNS)
  const moved = new Float64Array(COLUMNS)
  let columnMs = FIRST_MS
  let atMs = 0
  let last: number | undefined
  let place: readonly [x: number, y: number] | undefined

  /** The column of the current time. */
  function column(): number {
    while (atMs >= COLUMNS * columnMs) {
      halve(keys)
      halve(moved)
      columnMs *= 2
    }
    return Math.floor(atMs / columnMs)
  }

  return {
    step(event) {
      const isKey = event.type === 'keydown'
      const isPointer = event.type === 'move' || event.type === 'down' || event.type === 'up'
      if (event.type === 'break') [last, place] = [undefined, undefined]
      if (!isKey && !isPointer) return
      const pause = last === undefined ? 0 : (event.t - last) / TICKS_PER_MS
      atMs += Math.min(LONGEST_PAUSE_MS, Math.max(0, pause))
      last = event.t
      const at = column()
      if (isKey) keys[at] = (keys[at] ?? 0) + 1
      if (!isPointer) return
      if (place !== undefined)
        moved[at] = (moved[at] ?? 0) + Math.hypot(event.x - place[0], event.y - place[1])
      place = [event.x, event.y]
    },
    done() {
      const used = Math.min(COLUMNS, Math.floor(atMs / columnMs) + 1)
      const [high, low] = [levels(keys, used, (value) => value), levels(moved, used, Math.sqrt)]
      if (high.every((level) => level === 0) && low.every((level) => level === 0)) return null
      return Buffer.from(high.map((level, i) => (level << 4) | (low[i] ?? 0))).toString('base64')
    },
  }
}

/** Two neighbors become one column. */
function halve(values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    const [a, b] = [values[2 * i] ?? 0, values[2 * i + 1] ?? 0]
    values[i] = a + b
  }
}

/** From 0 to 15, relative to the highest. Nothing that happened is 0. */
function levels(values: Float64Array, used: number, scale: (value: number) => number): number[] {
  const shown = [...values.subarray(0, used)].map(scale)
  const most = Math.max(...shown)
  return shown.map((value) => (value === 0 ? 0 : Math.max(1, Math.round((MOST * value) / most))))
}
