/**
 * programmatic_clicking: "Clicks made programmatically rather than by natural interaction" (spec 2.3).
 *
 * Why it works: a script's click is not vouched for by the browser; a driver's press has no length, no pressure, or
 * reaches a page that does not have the focus.
 *
 * Whom it must not accuse: people using a keyboard or a screen reader (clicks without a pointer), pages that pass a
 * click on, touchpads (taps of 1 ms), WebKit and Android (no pressure), browsers that round the clock; screen readers
 * of phones, whose taps have neither length nor pressure.
 */
import { INSTANT_MS } from '../../features/mouse/clicks.ts'
import { INSTANT_TAP_MS } from '../../features/mouse/taps.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type Outcome, proven, type SessionCheck, unknown } from '../check.ts'

/** One choice may be ticked by the page itself. */
const UNTRUSTED_CHOICES = 2
/** A choice and two other things, none of them after real input. */
const UNTRUSTED_TARGETS = 3

/**
 * Presses among five that have no length and end a leap or a ruled line. Length alone says nothing: 30 of 441
 * essayists have three such presses in a row, tapping their touchpads.
 */
const INSTANT_OF_FIVE = 3
const INSTANT_STRENGTH = 1

/** One press without pressure may be assistive technology. */
const PRESSURELESS_RUN = 2
/** Desktop Chromium gives every mouse press a pressure of 0.5; seen on Linux, by its sources true elsewhere. */
const UNVERIFIED_STRENGTH = 0.7

/** Some window managers pass clicks to windows without focus. */
const UNFOCUSED_RUN = 3
const UNFOCUSED_STRENGTH = 0.5

/** No finger touches for so short a time even once; a driver's taps all do. */
const INSTANT_TAPS = 3
const INSTANT_TAPS_STRENGTH = 1

const MIN_PRESSES = 3

export const programmaticClicking: SessionCheck<Pick<SessionFeatures, 'clicks' | 'device' | 'taps'>> = {
  name: 'programmatic_clicking',
  meaning: 'Clicks made programmatically rather than by natural interaction',

  thresholds: {
    presses: MIN_PRESSES,
    untrusted_choices: UNTRUSTED_CHOICES,
    untrusted_targets: UNTRUSTED_TARGETS,
    instant_of_five: INSTANT_OF_FIVE,
    instant_ms: INSTANT_MS,
    pressureless_run: PRESSURELESS_RUN,
    unfocused_run: UNFOCUSED_RUN,
    instant_taps: INSTANT_TAPS,
    instant_tap_ms: INSTANT_TAP_MS,
  },

  measure: ({ clicks, taps }) => ({
    presses: clicks.presses,
    untrusted: clicks.untrusted,
    untrusted_choices: clicks.untrustedChoices,
    untrusted_targets: clicks.untrustedTargets,
    instant_of_five: clicks.mostInstant,
    pressureless_run: clicks.longestPressurelessRun,
    unfocused_run: clicks.longestUnfocusedRun,
    taps: taps.taps,
    instant_taps: taps.longestInstantRun,
  }),

  run({ clicks, device: { browser }, taps }): Outcome {
    const { untrusted, untrustedChoices, untrustedTargets } = clicks
    const isAnswered = untrustedChoices >= UNTRUSTED_CHOICES
    if (isAnswered || (untrustedChoices > 0 && untrustedTargets >= UNTRUSTED_TARGETS)) {
      return proven(`${untrusted} clicks made by script, ${untrustedChoices} of them on choices`)
    }
    const strongest = findMarks(clicks, browser, taps).sort((a, b) => b.strength - a.strength)[0]
    if (strongest !== undefined) return detected(strongest.strength, strongest.evidence)
    if (clicks.presses < MIN_PRESSES && taps.taps >= MIN_PRESSES) {
      return notDetected(`${taps.taps} taps, at most ${taps.longestInstantRun} in a row without length`)
    }
    if (clicks.presses < MIN_PRESSES) {
      return unknown(`${clicks.presses} mouse presses seen, ${MIN_PRESSES} needed`)
    }
    return notDetected(
      `${clicks.presses} mouse presses, at most ${clicks.mostInstant} of 5 in a row without length`,
    )
  },
}

interface Mark {
  readonly strength: number
  readonly evidence: string
}

function findMarks(
  clicks: SessionFeatures['clicks'],
  browser: SessionFeatures['device']['browser'],
  taps: SessionFeatures['taps'],
): Mark[] {
  const marks: Mark[] = []
  // Safari's taps report no pressure, so that whoever counts here only calls itself so.
  if (browser.engine !== 'firefox' && taps.longestInstantRun >= INSTANT_TAPS) {
    const evidence = `${taps.longestInstantRun} taps in a row lasted ${INSTANT_TAP_MS} ms or less`
    marks.push({ strength: INSTANT_TAPS_STRENGTH, evidence })
  }
  const { longestPressurelessRun, mostInstant, longestUnfocusedRun } = clicks
  if (browser.desktop && browser.engine === 'chromium' && longestPressurelessRun >= PRESSURELESS_RUN) {
    const strength = browser.os === 'linux' ? 1 : UNVERIFIED_STRENGTH
    marks.push({ strength, evidence: `${longestPressurelessRun} mouse presses in a row without pressure` })
  }
  if (mostInstant >= INSTANT_OF_FIVE) {
    const evidence = `${mostInstant} of 5 mouse presses in a row lasted ${INSTANT_MS} ms or less, without a hand's path before them`
    marks.push({ strength: INSTANT_STRENGTH, evidence })
  }
  if (browser.desktop && longestUnfocusedRun >= UNFOCUSED_RUN) {
    const evidence = `${longestUnfocusedRun} clicks in a row on a page without focus`
    marks.push({ strength: UNFOCUSED_STRENGTH, evidence })
  }
  return marks
}
