/**
 * agent_behavior: "A model found patterns in biometric data consistent with automated behaviour" (spec 2.3).
 *
 * Why it works: hands slow down at the start of a word, hold one key while pressing the next, and never move the
 * mouse twice in the same way; automation that imitates hands gets the averages right and these habits wrong. What a
 * program draws lies on a curve to the pixel, several long strokes in a row; a hand's never does.
 *
 * Whom it must not accuse: one-finger typists (no key overlaps another), people on remote desktops (too few points
 * to see a path), fingers and pens, people who wrote or moved too little to have shown their habits: all Unknown or
 * far below the level. Nor macros and password managers, which repeat even pauses. Only a session that for the most
 * part repeats another, to the millisecond, is proof; the model alone never has anybody looked at.
 */

import { KEY_WINDOW } from '../../features/keyboard/key_windows.ts'
import { FORMULA_3_PX, FORMULA_4_PX, isByFormula } from '../../features/mouse/formula_strokes.ts'
import { STROKE_WINDOW } from '../../features/mouse/strokes.ts'
import type { Repeat } from '../../features/replay/repeat.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { MODEL, type Part, STRETCH, suspicionOf } from '../../models/agent_behavior/predict.ts'
import { detected, notDetected, type Outcome, proven, type SessionCheck, unknown } from '../check.ts'

/** Either way of looking is enough to say it, both to be sure. */
const ONE_SIDE_STRENGTH = 0.8
const BOTH_SIDES_STRENGTH = 1

/** Presses of keys and buttons, or strokes of the mouse, that repeat in order and in time: chance repeats none. */
const REPLAYED_PRESSES = 24
const REPLAYED_STROKES = 4
/** From here on most of the session is not its own, and no hand can have made it. */
const WHOLE_PRESSES = 40
const WHOLE_STROKES = 8
const WHOLE_SHARE = 0.6

export const agentBehavior: SessionCheck<Pick<SessionFeatures, 'behaviour' | 'replay'>> = {
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
    replayed_presses: REPLAYED_PRESSES,
    replayed_strokes: REPLAYED_STROKES,
    repeated_presses: REPLAYED_PRESSES,
    repeated_strokes: REPLAYED_STROKES,
  },

  measure: ({ behaviour: { keyWindows, strokeWindows, formula }, replay: { ofEarlier, within } }) => ({
    typing_windows: keyWindows.length,
    typing_suspicion: suspicionOf(keyWindows, MODEL.keys),
    mouse_windows: strokeWindows.length,
    mouse_suspicion: suspicionOf(strokeWindows, MODEL.strokes),
    long_strokes: formula.strokes,
    off_curve_3_px: formula.closest3Px,
    off_curve_4_px: formula.closest4Px,
    replayed_presses: ofEarlier?.presses ?? 0,
    replayed_strokes: ofEarlier?.strokes ?? 0,
    repeated_presses: within.presses,
    repeated_strokes: within.strokes,
    presses: within.pressesOf,
    strokes: within.strokesOf,
  }),

  run({ behaviour: { keyWindows, strokeWindows, formula }, replay }) {
    const replayed = findReplay(replay)
    if (replayed !== undefined) return replayed
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

function findReplay({ ofEarlier, within }: SessionFeatures['replay']): Outcome | undefined {
  if (ofEarlier !== null && isRepeat(ofEarlier)) {
    const evidence = `${inWords(ofEarlier)} repeat an earlier session`
    return isWhole(ofEarlier) ? proven(evidence) : detected(BOTH_SIDES_STRENGTH, evidence)
  }
  if (!isRepeat(within)) return undefined
  return detected(BOTH_SIDES_STRENGTH, `${inWords(within)} repeat an earlier part of the session`)
}

const isRepeat = ({ presses, strokes }: Repeat): boolean =>
  presses >= REPLAYED_PRESSES || strokes >= REPLAYED_STROKES

const isWhole = ({ presses, pressesOf, strokes, strokesOf }: Repeat): boolean =>
  (presses >= WHOLE_PRESSES && presses >= WHOLE_SHARE * pressesOf) ||
  (strokes >= WHOLE_STROKES && strokes >= WHOLE_SHARE * strokesOf)

const inWords = ({ presses, pressesOf, strokes, strokesOf }: Repeat): string =>
  `${presses} of ${pressesOf} presses and ${strokes} of ${strokesOf} mouse movements`

/** Undefined where there is too little to judge. */
function judge(windows: readonly (readonly number[])[], part: Part): boolean | undefined {
  const suspicion = suspicionOf(windows, part)
  return suspicion === undefined ? undefined : suspicion >= part.enough
}
