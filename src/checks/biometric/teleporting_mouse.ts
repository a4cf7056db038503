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
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'
import { atMostOfAny, counted, tooFew } from '../sentence.ts'

/** 1.3% of 152 people's sessions contain three jumps; none contains three among five pointer moves. */
const MIN_LEAPS = 3

const MOVE_BETWEEN_CLICKS = ['pointer move between clicks', 'pointer moves between clicks'] as const

export const teleportingMouse: SessionCheck<Pick<SessionFeatures, 'pointer'>> = {
  name: 'teleporting_mouse',
  reason: {
    observed: 'The pointer jumped between positions without moving in between',
    subject: 'the path of the pointer',
  },

  thresholds: { journeys: MIN_LEAPS, leaps: MIN_LEAPS, moves_of_a_leap: FEW_MOVES },

  measure: ({ pointer: { moves, journeys, mostLeaps, leapsOf } }) => ({
    moves,
    journeys,
    leaps: mostLeaps,
    leaps_of: leapsOf,
  }),

  concerns: (event) => event.type === 'down' || event.type === 'click',

  run({ pointer: { journeys, mostLeaps, leapsOf } }) {
    if (journeys < MIN_LEAPS) return unknown(tooFew(journeys, MIN_LEAPS, ...MOVE_BETWEEN_CLICKS))
    if (mostLeaps >= MIN_LEAPS) {
      return detected(
        1,
        `${mostLeaps} of ${leapsOf} consecutive pointer moves between clicks had no path (at most ${counted(FEW_MOVES, 'mouse event')} each).`,
      )
    }
    return notDetected(
      `${counted(journeys, ...MOVE_BETWEEN_CLICKS)}; ${atMostOfAny(mostLeaps, CLICK_WINDOW)} without a path.`,
    )
  },
}
