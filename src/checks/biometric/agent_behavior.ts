/**
 * agent_behavior: "A model found patterns in biometric data consistent with automated behaviour" (spec 2.3).
 *
 * Why it works: hands slow down at the start of a word, hold one key while pressing the next, and never move the
 * mouse twice in the same way; automation that imitates hands gets the averages right and these habits wrong.
 *
 * Whom it must not accuse: one-finger typists (no key overlaps another), people on remote desktops (too few points
 * to see a path), fingers and pens, people who wrote or moved too little to have shown their habits: all Unknown or
 * far below the level. It never weighs enough alone to have anybody looked at.
 */

import { KEY_WINDOW } from '../../features/key_windows.ts'
import type { SessionFeatures } from '../../features/session.ts'
import { STROKE_WINDOW } from '../../features/strokes.ts'
import { MODEL, type Part, STRETCH, suspicionOf } from '../../models/agent_behavior/predict.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

/** Either way of looking is enough to say it, both to be sure. */
const ONE_SIDE_STRENGTH = 0.8
const BOTH_SIDES_STRENGTH = 1

export const agentBehavior: SessionCheck<Pick<SessionFeatures, 'behaviour'>> = {
  name: 'agent_behavior',
  meaning: 'A model found patterns in biometric data consistent with automated behaviour',

  thresholds: {
    typing_suspicion: MODEL.keys.enough,
    mouse_suspicion: MODEL.strokes.enough,
    windows: STRETCH,
    keys_in_a_window: KEY_WINDOW,
    strokes_in_a_window: STROKE_WINDOW,
  },

  measure: ({ behaviour: { keyWindows, strokeWindows } }) => ({
    typing_windows: keyWindows.length,
    typing_suspicion: suspicionOf(keyWindows, MODEL.keys),
    mouse_windows: strokeWindows.length,
    mouse_suspicion: suspicionOf(strokeWindows, MODEL.strokes),
  }),

  run({ behaviour: { keyWindows, strokeWindows } }) {
    const sides = [
      { what: `typing (${keyWindows.length * KEY_WINDOW} keys)`, verdict: judge(keyWindows, MODEL.keys) },
      {
        what: `mouse movements (${strokeWindows.length * STROKE_WINDOW} strokes)`,
        verdict: judge(strokeWindows, MODEL.strokes),
      },
    ]
    const known = sides.filter(({ verdict }) => verdict !== undefined)
    const found = known.filter(({ verdict }) => verdict === true).map(({ what }) => what)
    if (found.length > 0) {
      return detected(
        found.length > 1 ? BOTH_SIDES_STRENGTH : ONE_SIDE_STRENGTH,
        `${found.join(' and ')} more like automation than like people`,
      )
    }
    if (known.length === 0) {
      return unknown(
        `${keyWindows.length} windows of typing and ${strokeWindows.length} of mouse movements seen, ${STRETCH} of either needed`,
      )
    }
    return notDetected(`${known.map(({ what }) => what).join(' and ')} like people's`)
  },
}

/** Undefined where there is too little to judge. */
function judge(windows: readonly (readonly number[])[], part: Part): boolean | undefined {
  const suspicion = suspicionOf(windows, part)
  return suspicion === undefined ? undefined : suspicion >= part.enough
}
