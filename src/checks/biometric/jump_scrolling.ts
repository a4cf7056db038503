/**
 * jump_scrolling: "Scrolling in large jumps with no intermediate or continuous scroll events".
 *
 * Why it works: after a wheel notch, a key or a finger, browsers scroll smoothly and report the steps. A script sets
 * the position, and one event reports it.
 *
 * Must not flag: people using Tab, Page Down, Space or Home (keys explain the jump), links and buttons that scroll,
 * find-in-page (the page loses focus), pages that grow or restore their position.
 */
import { GESTURE_WINDOW, LEAP_PX } from '../../features/mouse/scroll.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'
import { atMostOfAny, counted, tooFew } from '../sentence.ts'

/** Pages scroll themselves once; a driver scrolls to every element that is out of view. */
const MIN_LEAPS = 2
/** Of the last five scroll movements. */
const MIN_SHARE = 0.6

export const jumpScrolling: SessionCheck<Pick<SessionFeatures, 'scroll'>> = {
  name: 'jump_scrolling',
  reason: {
    observed: 'The page was scrolled in jumps, without any movement in between',
    subject: 'scrolling',
  },

  thresholds: { leaps: MIN_LEAPS, leap_share: MIN_SHARE, leap_px: LEAP_PX },

  measure: ({ scroll: { gestures, explained, mostLeaps, leapsOf, farthestLeapPx } }) => ({
    gestures,
    explained,
    leaps: mostLeaps,
    leaps_of: leapsOf,
    farthest_leap_px: farthestLeapPx,
  }),

  concerns: (event) => event.type === 'scroll',

  run({ scroll: { gestures, mostLeaps, leapsOf, causesVisible } }) {
    if (!causesVisible) return unknown('Only scrolling was recorded, so its cause is not known.')
    if (gestures < MIN_LEAPS) return unknown(tooFew(gestures, MIN_LEAPS, 'scroll movement'))
    if (mostLeaps >= MIN_LEAPS && mostLeaps >= MIN_SHARE * leapsOf) {
      return detected(
        1,
        `${mostLeaps} of ${leapsOf} scroll movements were single jumps of ${LEAP_PX} px or more without a recorded cause.`,
      )
    }
    return notDetected(
      `${counted(gestures, 'scroll movement')}; ${atMostOfAny(mostLeaps, GESTURE_WINDOW)} ${mostLeaps > 1 ? 'single jumps' : 'a single jump'} without a recorded cause.`,
    )
  },
}
