/**
 * teleporting_mouse: "Cursor moved between page locations without transition".
 *
 * Why it works: a driver sets the position once and presses. A mouse that crosses the page sends events on its way.
 *
 * Must not flag: users of remote desktops and fast mice (single long steps are common, so the size of a step does not
 * count), people whose mouse left the page or the window and came back, users of fingers and pens, users of screen
 * readers that sometimes place the mouse.
 */
import { FEW_MOVES } from '../../features/mouse/approach.ts'
import { CLICK_WINDOW } from '../../features/mouse/clicks.ts'
import { hasNoPath, MAX_JOINED_SHARE, MIN_JOURNEYS, MIN_LEAPS } from '../../features/mouse/program_pointer.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'
import { atMostOfAny, counted, tooFew } from '../sentence.ts'

/** Assistive software may place the mouse a few times; a program that never moves it otherwise is full evidence. */
const LEAPS_STRENGTH = 2 / 3
const NO_PATH_STRENGTH = 1

const MOVE_BETWEEN_CLICKS = ['pointer move between clicks', 'pointer moves between clicks'] as const

export const teleportingMouse: SessionCheck<Pick<SessionFeatures, 'pointer'>> = {
  name: 'teleporting_mouse',
  reason: {
    observed: 'The pointer jumped between positions without moving in between',
    subject: 'the path of the pointer',
  },

  thresholds: {
    journeys: MIN_JOURNEYS,
    leaps: MIN_LEAPS,
    moves_of_a_leap: FEW_MOVES,
    joined_moves: MAX_JOINED_SHARE,
  },

  measure: ({ pointer: { moves, journeys, mostLeaps, leapsOf, places, joined } }) => ({
    moves,
    journeys,
    leaps: mostLeaps,
    leaps_of: leapsOf,
    joined_moves: places === 0 ? undefined : joined / places,
  }),

  concerns: (event) => event.type === 'down' || event.type === 'click',

  run({ pointer }) {
    const { journeys, mostLeaps, leapsOf, places, joined } = pointer
    if (journeys < MIN_JOURNEYS) return unknown(tooFew(journeys, MIN_JOURNEYS, ...MOVE_BETWEEN_CLICKS))
    if (hasNoPath(pointer)) {
      return detected(
        NO_PATH_STRENGTH,
        `In the whole visit, the pointer never moved along a path: ${joined} of ${counted(places, 'mouse event')} followed another one closely.`,
      )
    }
    if (mostLeaps >= MIN_LEAPS) {
      return detected(
        LEAPS_STRENGTH,
        `${mostLeaps} of ${leapsOf} consecutive pointer moves between clicks had no path (at most ${counted(FEW_MOVES, 'mouse event')} each).`,
      )
    }
    return notDetected(
      `${counted(journeys, ...MOVE_BETWEEN_CLICKS)}; ${atMostOfAny(mostLeaps, CLICK_WINDOW)} without a path.`,
    )
  },
}
