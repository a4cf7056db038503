/** How the mouse reached the place it pressed: along a natural path, a straight line, or without a path. */
import { type EventOf, POINTER, TICKS_PER_MS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'
import { median, slidingWindow } from '../statistics.ts'
import { pointerKind } from './pointer_kind.ts'

export type Approach = 'drawn' | 'ruled' | 'leap' | 'unseen'

/** A longer pause ends a stroke. */
const REST_MS = 300
/** Closer presses may come from a resting mouse. */
export const FAR_PX = 50
/** A person crossing 50 px produces several moves; a driver sets the position once before it presses. */
export const FEW_MOVES = 2
/** Shorter strokes are always straight. */
const RULED_FROM_PX = 80
/** Rounding to pixels moves a point of a straight line by up to 0.7 px. */
const RULED_WITHIN_PX = 1

/** A remote desktop or a virtual machine sends a move every 50 to 110 ms, so gaps in its paths are no evidence. */
const SPARSE_MS = 45
const SPARSE_WINDOW = 16

export interface ApproachTracker {
  step(event: StreamEvent): void
  /** For a press at this position now. */
  to(press: EventOf<'down'>): Approach
}

export function trackApproach(): ApproachTracker {
  let points: { x: number; y: number }[] = []
  let lastT = 0
  const gapsMs = slidingWindow<number>(SPARSE_WINDOW)

  function place(event: EventOf<'move'>): void {
    // The next stroke begins where the pointer rested.
    const gapMs = (event.t - lastT) / TICKS_PER_MS
    if (gapMs > REST_MS) points = points.slice(-1)
    else if (points.length > 0) gapsMs.push(gapMs)
    points.push({ x: event.x, y: event.y })
    lastT = event.t
  }

  return {
    step(event) {
      switch (event.type) {
        case 'move':
          if ((event.flags & UNTRUSTED) === 0 && pointerKind(event.flags) === POINTER.mouse) place(event)
          break
        case 'up':
          points = [{ x: event.x, y: event.y }]
          lastT = event.t
          break
        // Outside the document, in another window or on another page, the mouse is not observed.
        case 'break':
        case 'border':
        case 'attention':
        case 'resize':
          points = []
          break
      }
    },
    to(press) {
      const from = points[0]
      if (from === undefined || (gapsMs.isFull() && median(gapsMs.values) > SPARSE_MS)) return 'unseen'
      const chord = Math.hypot(press.x - from.x, press.y - from.y)
      const moves = points.length - 1
      if (moves <= FEW_MOVES) return chord > FAR_PX ? 'leap' : 'drawn'
      if (chord < RULED_FROM_PX) return 'drawn'
      return points.every((point) => distanceFromLine(point, from, press, chord) <= RULED_WITHIN_PX)
        ? 'ruled'
        : 'drawn'
    },
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

const distanceFromLine = (point: Point, from: Point, to: Point, chord: number): number =>
  Math.abs((to.x - from.x) * (from.y - point.y) - (from.x - point.x) * (to.y - from.y)) / chord
