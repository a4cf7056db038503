/** The steps between the recorded points of a mouse stroke. */
import { TICKS_PER_MS } from '../../contract/batch/rows.ts'

export interface Point {
  readonly t: number
  readonly x: number
  readonly y: number
}

export interface Step {
  readonly dx: number
  readonly dy: number
  readonly length: number
  readonly ms: number
}

export function stepsOf(points: readonly Point[]): Step[] {
  const steps: Step[] = []
  for (let i = 1; i < points.length; i++) {
    const from = points[i - 1] as Point
    const to = points[i] as Point
    const dx = to.x - from.x
    const dy = to.y - from.y
    steps.push({ dx, dy, length: Math.hypot(dx, dy), ms: (to.t - from.t) / TICKS_PER_MS })
  }
  return steps
}
