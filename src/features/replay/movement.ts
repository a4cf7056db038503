/**
 * A session as two sequences of items with the time since the previous one: presses of keys and buttons, and mouse
 * strokes. A replay repeats these wherever and whenever it is played.
 */
import { KEY_FLAGS, TICKS_PER_MS, UNTRUSTED } from '../../contract/batch/rows.ts'
import { createStrokeCutter, type Point } from '../mouse/strokes.ts'
import type { Fold, StreamEvent } from '../session/fold.ts'

/** Kind and numbers: for presses ms since the previous press or release; for strokes dx, dy, ms, ms since. */
export type Item = readonly [kind: number, ...numbers: number[]]

export interface Movement {
  readonly presses: readonly Item[]
  readonly strokes: readonly Item[]
}

/** Separates sequences of items. It never counts as equal, even to another break. */
export const BREAK = 0
const STROKE = 9
const KINDS: Readonly<Partial<Record<StreamEvent['type'], number>>> = { keydown: 1, keyup: 2, down: 3, up: 4 }

/** Of longer sessions only the beginning is compared, which bounds the work. */
const MOST_ITEMS = 4_000

export function foldMovement(): Fold<Movement> {
  const presses: Item[] = []
  const strokes: Item[] = []
  let lastPress: number | undefined
  let lastStroke: number | undefined

  const cutter = createStrokeCutter((points) => {
    const first = points[0] as Point
    const last = points.at(-1) as Point
    const since = lastStroke === undefined ? 0 : ms(first.t - lastStroke)
    lastStroke = first.t
    if (strokes.length < MOST_ITEMS)
      strokes.push([STROKE, last.x - first.x, last.y - first.y, ms(last.t - first.t), since])
  })

  function press(kind: number, t: number): void {
    if (presses.length < MOST_ITEMS)
      presses.push(lastPress === undefined ? [BREAK] : [kind, ms(t - lastPress)])
    lastPress = t
  }

  return {
    step(event) {
      cutter.step(event)
      if (event.type === 'break') {
        lastPress = undefined
        lastStroke = undefined
        if (strokes.length < MOST_ITEMS) strokes.push([BREAK])
        return
      }
      const kind = KINDS[event.type]
      if (kind === undefined || !('flags' in event) || (event.flags & UNTRUSTED) !== 0) return
      if (event.type === 'keydown' && (event.flags & KEY_FLAGS.repeat) !== 0) return
      press(kind, event.t)
    },
    done: () => ({ presses, strokes }),
  }
}

const ms = (ticks: number): number => ticks / TICKS_PER_MS
