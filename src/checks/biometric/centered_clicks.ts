/**
 * centered_clicks: "Perfectly centered clicks with no natural variation".
 *
 * Why it works: an automation driver clicks the exact center of an element. People click around the center and
 * seldom hit it: the steadiest of 82 people spread by 0.16 half widths.
 *
 * Must not flag: people using Enter or Space (no pointer), fingers and pens, users of TalkBack and VoiceOver (which
 * tap the center), people clicking small targets (little space to miss), people who clicked only once or twice.
 */
import { CENTERED_WITHIN_PX, MIN_CENTERED } from '../../features/mouse/clicks.ts'
import { MIN_SURPRISE, mostCentered } from '../../features/mouse/program_pointer.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'
import { counted, tooFew } from '../sentence.ts'

/** One window in a hundred million. */
const CERTAIN_SURPRISE = 8

/** Clicks on small targets are not measured, because they are always near the center. */
const MEASURED_CLICK = ['click on a large enough target', 'clicks on large enough targets'] as const

export const centeredClicks: SessionCheck<Pick<SessionFeatures, 'clicks' | 'taps'>> = {
  name: 'centered_clicks',
  reason: {
    observed: 'Clicks hit the exact center of their targets',
    subject: 'the position of clicks',
  },

  thresholds: {
    aimed: MIN_CENTERED,
    within_px: CENTERED_WITHIN_PX,
    surprise: MIN_SURPRISE,
    certain_surprise: CERTAIN_SURPRISE,
  },

  measure: (features) => {
    const { centered, of, surprise } = mostCentered(features.clicks, features.taps)
    return {
      aimed: features.clicks.aimed,
      off_center_taps: features.taps.offCenter,
      centered,
      centered_of: of,
      surprise,
    }
  },

  concerns: (event) => event.type === 'down',

  run(features) {
    const { aimed } = features.clicks
    const { offCenter } = features.taps
    const { centered, of, surprise } = mostCentered(features.clicks, features.taps)
    if (aimed < MIN_CENTERED && of === 0) {
      return offCenter < MIN_CENTERED
        ? unknown(tooFew(aimed, MIN_CENTERED, ...MEASURED_CLICK))
        : notDetected(`${offCenter} taps were away from the center of their targets.`)
    }
    if (surprise >= MIN_SURPRISE) {
      const evidence = `${centered} of ${of} consecutive clicks were within ${CENTERED_WITHIN_PX} px of their target's center.`
      return detected(Math.min(1, surprise / CERTAIN_SURPRISE), evidence)
    }
    return notDetected(`${counted(aimed, ...MEASURED_CLICK)}, not concentrated on the center.`)
  },
}
