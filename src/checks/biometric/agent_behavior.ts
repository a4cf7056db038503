/**
 * agent_behavior: "A model found patterns in biometric data consistent with automated behavior".
 *
 * Why it works: people slow down at the start of a word, press the next key before they release the last, and correct
 * the end of a mouse movement. Automation that imitates people, with or without a browser, gets the averages right and
 * these habits wrong, because it draws every number independently of the others.
 * Programs draw several long strokes in a row that follow a curve to the pixel; people never do.
 * An agent waits for its model before every action, so nearly all of its pauses are long; people's are mostly short,
 * unless they only choose answers and think about each with the hand at rest: pauses alone are weak evidence.
 *
 * Must not flag: one-finger typists (no key overlaps another), people on remote desktops (too few points for a path),
 * users of fingers and pens, people who typed or moved too little to show their habits. All of these are Unknown or
 * far below the threshold. Macros and password managers repeat even pauses and must not count either. Only a session
 * that mostly repeats another one to the millisecond is proof. The model alone never leads to a review.
 */

import { KEY_WINDOW } from '../../features/keyboard/key_windows.ts'
import {
  FORMULA_3_PX,
  FORMULA_4_PX,
  isByFormula,
  STRAIGHT_RUN,
} from '../../features/mouse/formula_strokes.ts'
import { STROKE_WINDOW, strokesIn } from '../../features/mouse/strokes.ts'
import type { Repeat } from '../../features/replay/repeat.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import {
  earlySuspicionOf,
  leastWindows,
  MODEL,
  type Part,
  suspicionOf,
} from '../../models/agent_behavior/predict.ts'
import {
  detected,
  notDetected,
  type Outcome,
  proven,
  type SessionCheck,
  suspected,
  unknown,
} from '../check.ts'

/** Typing or mouse movement alone is enough for a detection; two of typing, movement and pauses make it certain. */
const ONE_SIDE_STRENGTH = 0.75
const BOTH_SIDES_STRENGTH = 1

/** The first 50 to 150 keys are weak evidence: 4 of 374 people held out begin like this. */
const EARLY_STRENGTH = { least: 0.1, most: 0.75 } as const

const EARLY_WINDOWS = Math.max(...(MODEL.keys.beginnings ?? []).map(({ windows }) => windows))

/** From this suspicion on, the model classifies a session as automation. */
const AUTOMATION = 1

/**
 * Of all pauses. Of 497 people who typed and moved, the largest share is 0.62, half have 0.35 or less. Simulated people
 * who think before each of eight choices have 0.73 to 1.
 */
const SLOW_SHARE = 0.75
/** 8 points: with the 16 of a remote desktop, below monitoring. */
const PAUSES_STRENGTH = 0.15
const MIN_PAUSES = 6
const MIN_ACTIONS = 4

/** Presses of keys and buttons, or mouse strokes, that repeat in order and timing. Random input does not repeat. */
const REPLAYED_PRESSES = 24
const REPLAYED_STROKES = 4
/** From here on most of the session is a copy, which no person can produce. */
const WHOLE_PRESSES = 40
const WHOLE_STROKES = 8
const WHOLE_SHARE = 0.6

export const agentBehavior: SessionCheck<Pick<SessionFeatures, 'behavior' | 'pauses' | 'replay'>> = {
  name: 'agent_behavior',
  reason: {
    observed: 'The rhythm of the pointer and keyboard input resembled recordings of automated visits',
    subject: 'the overall rhythm of the visit',
  },

  thresholds: {
    typing_suspicion: AUTOMATION,
    mouse_suspicion: AUTOMATION,
    typing_windows: leastWindows(MODEL.keys),
    mouse_windows: leastWindows(MODEL.strokes),
    off_curve_3_px: FORMULA_3_PX,
    off_curve_4_px: FORMULA_4_PX,
    straight_run: STRAIGHT_RUN,
    keys_in_a_window: KEY_WINDOW,
    strokes_in_a_window: STROKE_WINDOW,
    slow_pauses: SLOW_SHARE,
    pauses: MIN_PAUSES,
    actions: MIN_ACTIONS,
    replayed_presses: REPLAYED_PRESSES,
    replayed_strokes: REPLAYED_STROKES,
    repeated_presses: REPLAYED_PRESSES,
    repeated_strokes: REPLAYED_STROKES,
  },

  measure: ({ behavior: { keyWindows, strokeWindows, formula }, pauses, replay: { ofEarlier, within } }) => ({
    typing_windows: keyWindows.length,
    typing_suspicion: suspicionOf(keyWindows, MODEL.keys),
    early_typing_suspicion: earlySuspicionOf(keyWindows, MODEL.keys),
    mouse_windows: strokeWindows.length,
    mouse_suspicion: suspicionOf(strokeWindows, MODEL.strokes),
    long_strokes: formula.strokes,
    off_curve_3_px: formula.closest3Px,
    off_curve_4_px: formula.closest4Px,
    straight_run: formula.longestStraightRun,
    slow_pauses: pauses.pauses === 0 ? undefined : pauses.slow / pauses.pauses,
    pauses: pauses.pauses,
    actions: pauses.actions,
    replayed_presses: ofEarlier?.presses ?? 0,
    replayed_strokes: ofEarlier?.strokes ?? 0,
    repeated_presses: within.presses,
    repeated_strokes: within.strokes,
    presses: within.pressesOf,
    strokes: within.strokesOf,
  }),

  run({ behavior: { keyWindows, strokeWindows, formula }, pauses, replay }) {
    const replayed = findReplay(replay)
    if (replayed !== undefined) return replayed
    const sides = [
      {
        what: `typing (${keyWindows.length * KEY_WINDOW} keys)`,
        isMachine: looksLikeMachine(keyWindows, MODEL.keys),
      },
      {
        what: `mouse input (${strokesIn(strokeWindows.length)} movements)`,
        isMachine: looksLikeMachine(strokeWindows, MODEL.strokes),
      },
    ]
    if (isByFormula(formula)) {
      sides[1] = {
        what:
          formula.longestStraightRun >= STRAIGHT_RUN
            ? `mouse input (${formula.longestStraightRun} movements in a row along straight lines)`
            : `mouse input (${formula.strokes} long movements along exact curves)`,
        isMachine: true,
      }
    }
    const known = sides.filter(({ isMachine }) => isMachine !== undefined)
    const found = known.filter(({ isMachine }) => isMachine === true)
    const slow = isAgent(pauses)
      ? [
          `${pauses.slow} of ${pauses.pauses} pauses last as long as a language model takes to answer, as with a computer-use agent.`,
        ]
      : []
    if (found.length > 0) {
      const own = found.length > 1 ? BOTH_SIDES_STRENGTH : ONE_SIDE_STRENGTH
      const strength = slow.length > 0 ? BOTH_SIDES_STRENGTH : own
      return detected(
        strength,
        [`${subjectOf(found)} more like automation than human input.`, ...slow].join(' '),
        strength - own,
      )
    }
    const early = earlySuspicionOf(keyWindows, MODEL.keys)
    const { least, most } = EARLY_STRENGTH
    const hurried = early > 0 ? least + early * (most - least) : 0
    const weak = Math.min(ONE_SIDE_STRENGTH, hurried + slow.length * PAUSES_STRENGTH)
    if (weak > 0) {
      const first = Math.min(keyWindows.length, EARLY_WINDOWS) * KEY_WINDOW
      const typed = `The timing of the first ${first} keys is typical of programs and occurs in 1 in 100 people.`
      return suspected(
        weak,
        [...(early > 0 ? [typed] : []), ...slow, 'This is not enough on its own.'].join(' '),
        weak - hurried,
      )
    }
    if (known.length === 0) {
      return unknown(
        `Only ${keyWindows.length * KEY_WINDOW} keys and ${strokesIn(strokeWindows.length)} mouse movements could be analyzed; ${leastWindows(MODEL.keys) * KEY_WINDOW} keys or ${strokesIn(leastWindows(MODEL.strokes))} movements are needed.`,
      )
    }
    return notDetected(`${subjectOf(known)} human.`)
  },
}

const isAgent = ({ pauses, slow, actions }: SessionFeatures['pauses']): boolean =>
  pauses >= MIN_PAUSES && actions >= MIN_ACTIONS && slow >= SLOW_SHARE * pauses

function findReplay({ ofEarlier, within }: SessionFeatures['replay']): Outcome | undefined {
  if (ofEarlier !== null && isRepeat(ofEarlier)) {
    const evidence = `${repeated(ofEarlier)} match an earlier session.`
    return isWhole(ofEarlier) ? proven(evidence) : detected(BOTH_SIDES_STRENGTH, evidence)
  }
  if (!isRepeat(within)) return undefined
  return detected(ONE_SIDE_STRENGTH, `${repeated(within)} match an earlier part of the session.`)
}

const isRepeat = ({ presses, strokes }: Repeat): boolean =>
  presses >= REPLAYED_PRESSES || strokes >= REPLAYED_STROKES

const isWhole = ({ presses, pressesOf, strokes, strokesOf }: Repeat): boolean =>
  (presses >= WHOLE_PRESSES && presses >= WHOLE_SHARE * pressesOf) ||
  (strokes >= WHOLE_STROKES && strokes >= WHOLE_SHARE * strokesOf)

const repeated = ({ presses, pressesOf, strokes, strokesOf }: Repeat): string =>
  [
    presses > 0 ? `${presses} of ${pressesOf} key and button presses` : '',
    strokes > 0 ? `${strokes} of ${strokesOf} mouse movements` : '',
  ]
    .filter((part) => part !== '')
    .join(' and ')

/** `Typing (150 keys) looks`, `Typing (150 keys) and mouse input (24 movements) look` */
function subjectOf(sides: readonly { readonly what: string }[]): string {
  const named = sides.map(({ what }) => what).join(' and ')
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} ${sides.length === 1 ? 'looks' : 'look'}`
}

/** Undefined if there is too little evidence. */
function looksLikeMachine(windows: readonly (readonly number[])[], part: Part): boolean | undefined {
  const suspicion = suspicionOf(windows, part)
  return suspicion === undefined ? undefined : suspicion >= AUTOMATION
}
