/**
 * centered_clicks: "Perfectly centred clicks with no natural variation" (spec 2.3).
 *
 * Why it works: a driver told to click an element aims at the middle of its box. A hand lands around the middle
 * and seldom on it: the steadiest of 82 people spread by 0.16 half widths.
 *
 * Whom it must not accuse: people using Enter or Space (no pointer), fingers and pens, TalkBack and VoiceOver (which
 * tap the middle), people hitting small targets (little room to miss), people who clicked only once or twice.
 */
import { CENTRED_WITHIN_PX, MIN_CENTRED } from '../../features/mouse/clicks.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

/** A steady hand would do it by luck once in a million windows of five presses. */
const MIN_SURPRISE = 6
/** Once in a hundred million: nothing is left to luck. */
const CERTAIN_SURPRISE = 8

export const centeredClicks: SessionCheck<Pick<SessionFeatures, 'clicks' | 'taps'>> = {
  name: 'centered_clicks',
  meaning: 'Perfectly centred clicks with no natural variation',

  thresholds: {
    aimed: MIN_CENTRED,
    within_px: CENTRED_WITHIN_PX,
    surprise: MIN_SURPRISE,
    certain_surprise: CERTAIN_SURPRISE,
  },

  measure: (features) => {
    const { centred, of, surprise } = mostCentred(features)
    return { aimed: features.clicks.aimed, centred, centred_of: of, surprise }
  },

  run(features) {
    const { aimed } = features.clicks
    const centred = mostCentred(features)
    if (aimed < MIN_CENTRED && centred.of === 0)
      return unknown(`${aimed} aimed clicks seen, ${MIN_CENTRED} needed`)
    const evidence = `${centred.centred} of ${centred.of} clicks in a row within ${CENTRED_WITHIN_PX} px of their target's middle`
    if (centred.surprise >= MIN_SURPRISE) {
      return detected(Math.min(1, centred.surprise / CERTAIN_SURPRISE), evidence)
    }
    return notDetected(`${aimed} aimed clicks spread about their targets`)
  },
}

/** Fingers are left out but for taps too short to be a finger's. */
const mostCentred = ({ clicks, taps }: Pick<SessionFeatures, 'clicks' | 'taps'>) =>
  taps.centred.surprise > clicks.centred.surprise ? taps.centred : clicks.centred
