/**
 * agent_behavior: "A model found patterns in biometric data consistent with automated behaviour" (spec 2.3).
 *
 * Why it works: hands slow down at the start of a word, hold one key while pressing the next, and never move the
 * mouse twice in the same way; automation that imitates hands gets the averages right and these habits wrong. What a
 * program draws lies on a curve to the pixel, several long strokes in a row; a hand's never does.
 *
 * Whom it must not accuse: one-finger typists (no key overlaps another), people on remote desktops (too few points
 * to see a path), fingers and pens, people who wrote or moved too little to have shown their habits: all Unknown or
 * far below the level. It never weighs enough alone to have anybody looked at.
 */

import type { FormulaFeatures } from '../../features/formula_strokes.ts'
import { KEY_WINDOW } from '../../features/key_windows.ts'
import type { SessionFeatures } from '../../features/session.ts'
import { STROKE_WINDOW } from '../../features/strokes.ts'
import { MODEL, type Part, STRETCH, suspicionOf } from '../../models/agent_behavior/predict.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

/** Either way of looking is enough to say it, both to be sure. */
const ONE_SIDE_STRENGTH = 0.8
const BOTH_SIDES_STRENGTH = 1

/** Nearest to their curves among 289 people's 18,500 long strokes: three in a row kept 0.40 px, four 0.44 px. */
const FORMULA_3_PX = 0.37
const FORMULA_4_PX = 0.42

/** A program that bows and eases its strokes draws every one of them along a curve. */
export const isByFormula = ({ closest3Px, closest4Px }: FormulaFeatures): boolean =>
  closest3Px < FORMULA_3_PX || closest4Px < FORMULA_4_PX

export const agentBehavior: SessionCheck<Pick<SessionFeatures, 'behaviour'>> = {
  name: 'agent_behavior',
  meaning: 'A model found patterns in biometric data consistent with automated behaviour',

  thresholds: {
    typing_suspicion: MODEL.keys.enough,
    mouse_suspicion: MODEL.strokes.enough,
    windows: STRETCH,
    off_curve_3_px: FORMULA_3_PX,
    off_curve_4_px: FORMULA_4_PX,
    keys_in_a_window: KEY_WINDOW,
    strokes_in_a_window: STROKE_WINDOW,
  },

  measure: ({ behaviour: { keyWindows, strokeWindows, formula } }) => ({
    typing_windows: keyWindows.length,
    typing_suspicion: suspicionOf(keyWindows, MODEL.keys),
    mouse_windows: strokeWindows.length,
    mouse_suspicion: suspicionOf(strokeWindows, MODEL.strokes),
    long_strokes: formula.strokes,
    off_curve_3_px: formula.closest3Px,
    off_curve_4_px: formula.closest4Px,
  }),

  run({ behaviour: { keyWindows, strokeWindows, formula } }) {
    const sides = [
      { what: `typing (${keyWindows.length * KEY_WINDOW} keys)`, verdict: judge(keyWindows, MODEL.keys) },
      {
        what: `mouse movements (${strokeWindows.length * STROKE_WINDOW} strokes)`,
        verdict: judge(strokeWindows, MODEL.strokes),
      },
    ]
    if (isByFormula(formula)) {
      sides[1] = { what: `mouse movements (${formula.strokes} long strokes along curves)`, verdict: true }
    }
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
