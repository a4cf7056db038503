/**
 * jump_scrolling: "Scrolling in large jumps with no intermediate or continuous scroll events" (spec 2.3).
 *
 * Why it works: browsers glide after a wheel notch, a key or a finger, and report the way; a script sets the
 * position, and one event reports it.
 *
 * Whom it must not accuse: people using Tab, PageDown, Space or Home (keys explain the jump), links and buttons that
 * scroll, find-in-page (the page has lost its focus), pages that grow or restore their position.
 */
import { GESTURE_WINDOW, LEAP_PX } from '../../features/mouse/scroll.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

/** Pages scroll themselves once; a driver scrolls for every element that is out of sight. */
const MIN_LEAPS = 2
/** Of the last five movements of the page. */
const MIN_SHARE = 0.6

export const jumpScrolling: SessionCheck<Pick<SessionFeatures, 'scroll'>> = {
  name: 'jump_scrolling',
  meaning: 'Scrolling in large jumps with no intermediate or continuous scroll events',

  thresholds: { leaps: MIN_LEAPS, leap_share: MIN_SHARE, leap_px: LEAP_PX },

  measure: ({ scroll: { gestures, explained, mostLeaps, leapsOf, farthestLeapPx } }) => ({
    gestures,
    explained,
    leaps: mostLeaps,
    leaps_of: leapsOf,
    farthest_leap_px: farthestLeapPx,
  }),

  run({ scroll: { gestures, mostLeaps, leapsOf, causesVisible } }) {
    if (!causesVisible) return unknown('nothing but scrolling was recorded, so its cause cannot be told')
    if (gestures < MIN_LEAPS) return unknown(`${gestures} movements of the page seen, ${MIN_LEAPS} needed`)
    if (mostLeaps >= MIN_LEAPS && mostLeaps >= MIN_SHARE * leapsOf) {
      return detected(
        1,
        `${mostLeaps} of ${leapsOf} movements of the page were single jumps of ${LEAP_PX} px or more with no cause`,
      )
    }
    return notDetected(
      `${gestures} movements of the page, at most ${mostLeaps} of ${GESTURE_WINDOW} single jumps`,
    )
  },
}
