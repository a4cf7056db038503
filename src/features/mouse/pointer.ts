/** How the mouse moved from one press to the next: along a path, or without one. */
import { type EventOf, POINTER, TICKS_PER_MS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { Fold } from '../session/fold.ts'
import { slidingWindow } from '../statistics.ts'
import { FAR_PX, FEW_MOVES } from './approach.ts'
import { CLICK_WINDOW } from './clicks.ts'
import { pointerKind } from './pointer_kind.ts'

export interface PointerFeatures {
  readonly moves: number
  /** Moves from one mouse press to another at least `FAR_PX` away, without anything that explains a missing path. */
  readonly journeys: number
  /** Most such moves with at most `FEW_MOVES` mouse events, among `CLICK_WINDOW` in a row, and of how many. */
  readonly mostLeaps: number
  readonly leapsOf: number
  /** Mouse moves to another place, and of them those within `JOINED_MS` of the one before. */
  readonly places: number
  readonly joined: number
}

/** A remote desktop sends a move every 50 to 110 ms. An agent acts between two of its moves. */
const JOINED_MS = 150

export function foldPointer(): Fold<PointerFeatures> {
  const journeysSeen = slidingWindow<boolean>(CLICK_WINDOW)
  let moves = 0
  let journeys = 0
  let mostLeaps = 0
  let leapsOf = 0
  let places = 0
  let joined = 0
  let last: EventOf<'move'> | undefined
  let from: EventOf<'down'> | undefined
  let movesSince = 0

  function press(event: EventOf<'down'>): void {
    if (from !== undefined && Math.hypot(event.x - from.x, event.y - from.y) > FAR_PX) {
      journeys++
      journeysSeen.push(movesSince <= FEW_MOVES)
      const leaps = journeysSeen.values.filter(Boolean).length
      const of = journeysSeen.values.length
      if (leaps > mostLeaps || (leaps === mostLeaps && of < leapsOf)) {
        mostLeaps = leaps
        leapsOf = of
      }
    }
    from = event
    movesSince = 0
  }

  function place(event: EventOf<'move'>): void {
    if (last !== undefined && event.x === last.x && event.y === last.y) return
    places++
    if (last !== undefined && event.t - last.t < JOINED_MS * TICKS_PER_MS) joined++
    last = event
  }

  return {
    step(event) {
      switch (event.type) {
        case 'move':
          if ((event.flags & UNTRUSTED) !== 0) break
          moves++
          movesSince++
          if (pointerKind(event.flags) === POINTER.mouse) place(event)
          break
        case 'down':
          if (pointerKind(event.flags) !== POINTER.mouse) from = undefined
          else press(event)
          break
        // Outside the document, in another window or on another page, the mouse is not observed.
        case 'break':
        case 'border':
        case 'attention':
        case 'resize':
          from = undefined
          break
      }
    },
    done: () => ({ moves, journeys, mostLeaps, leapsOf, places, joined }),
  }
}
