/**
 * teleporting_mouse: "Cursor moved between page locations without transition" (spec 2.3).
 *
 * Why it works: a driver sets the position once and presses; a hand crossing the page is seen on the way.
 *
 * Whom it must not accuse: remote desktops and fast mice (single long steps are common, so the size of a step does
 * not count), people whose mouse left the page or the window and came back, fingers and pens, screen readers that
 * route the mouse now and then.
 */
import { FEW_MOVES } from '../../features/mouse/approach.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

/** 1.3 % of 152 people's sessions hold three leaps somewhere; none of them three among five. */
const MIN_LEAPS = 3

export const teleportingMouse: SessionCheck<Pick<SessionFeatures, 'pointer'>> = {
  name: 'teleporting_mouse',
  meaning: 'Cursor moved between page locations without transition',

  thresholds: { journeys: MIN_LEAPS, leaps: MIN_LEAPS, moves_of_a_leap: FEW_MOVES },

  measure: ({ pointer: { moves, journeys, mostLeaps, leapsOf } }) => ({
    moves,
    journeys,
    leaps: mostLeaps,
    leaps_of: leapsOf,
  }),

  run({ pointer: { journeys, mostLeaps, leapsOf } }) {
    if (journeys < MIN_LEAPS) return unknown(`${journeys} ways between clicks seen, ${MIN_LEAPS} needed`)
    if (mostLeaps >= MIN_LEAPS) {
      return detected(1, `${mostLeaps} of ${leapsOf} ways between clicks made in ${FEW_MOVES} moves or fewer`)
    }
    return notDetected(`${journeys} ways between clicks seen, at most ${mostLeaps} of five without a path`)
  },
}
