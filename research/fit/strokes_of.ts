/** The strokes of a stream, split as in `features/mouse/strokes.ts`. */

import { createStrokeCutter, type Point } from '../../src/features/mouse/strokes.ts'
import type { StreamEvent } from '../../src/features/session/fold.ts'

export function strokesOf(events: readonly StreamEvent[]): Point[][] {
  const strokes: Point[][] = []
  const cutter = createStrokeCutter((points) => strokes.push([...points]))
  for (const event of events) cutter.step(event)
  return strokes
}
