/**
 * A session as two rows of things that happened, each with how long after the one before: presses of keys and buttons,
 * and strokes of the mouse. What a replay cannot help repeating, wherever and whenever it is played.
 */
import { KEY_FLAGS, UNTRUSTED } from '../../contract/rows.ts'
import { createStrokeCutter, type Point } from '../mouse/strokes.ts'
import { type Fold, type StreamEvent, TICKS_PER_MS } from '../session/fold.ts'

/** What it is, and its numbers: for presses ms since the press or release before it; for strokes dx, dy, ms, ms since. */
export type Item = readonly [kind: number, ...numbers: number[]]

export interface Movement {
  readonly presses: readonly Item[]
  readonly strokes: readonly Item[]
}

/** Nothing is like it, not even another. */
export const BREAK = 0
const STROKE = 9
const KINDS: Readonly<Partial<Record<StreamEvent['type'], number>>> = { keydown: 1, keyup: 2, down: 3, up: 4 }

/** Longer sessions are judged by their beginning: bounded work, whatever is sent. */
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
