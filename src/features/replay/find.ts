/** Finds the earlier session that a session repeats most. */
import type { RecordedSession, Replay } from '../../contract/batch/recording.ts'
import { readStream } from '../session/stream.ts'
import { foldMovement, type Movement } from './movement.ts'
import { repeatOf } from './repeat.ts'

/** One stroke counts as this many presses. */
const STROKE_IN_PRESSES = 6

export function findReplay(
  session: RecordedSession,
  earlier: readonly RecordedSession[],
): Replay | undefined {
  if (earlier.length === 0) return undefined
  const own = movementOf(session)
  const found = earlier
    .map((other) => ({ sessionId: other.sessionId, ...repeatOf(own, movementOf(other)) }))
    .filter(({ presses, strokes }) => presses + strokes > 0)
  const weigh = ({ presses, strokes }: Replay) => presses + STROKE_IN_PRESSES * strokes
  return found.sort((a, b) => weigh(b) - weigh(a) || (a.sessionId < b.sessionId ? -1 : 1))[0]
}

function movementOf(session: RecordedSession): Movement {
  const fold = foldMovement()
  for (const event of readStream(session).events) fold.step(event)
  return fold.done()
}
