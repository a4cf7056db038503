/**
 * programmatic_clicking: "Clicks made programmatically rather than by natural interaction".
 *
 * Why it works: the browser marks clicks of scripts as untrusted. A driver's press has no duration, no pressure, or
 * reaches a page without focus.
 *
 * Must not flag: people using a keyboard, a switch or a screen reader (clicks without a pointer), extensions that click for
 * a person who types (link hints, voice control), pages that forward a click,
 * touchpads (taps of 1 ms), WebKit and Android (no pressure), browsers that round the clock, screen readers on phones,
 * whose taps have neither duration nor pressure.
 */
import { CLICK_FLAGS, UNTRUSTED } from '../../contract/batch/rows.ts'
import { SHORT_WINDOW } from '../../features/keyboard/keys.ts'
import { CLICK_WINDOW, INSTANT_MS } from '../../features/mouse/clicks.ts'
import { INSTANT_OF_FIVE } from '../../features/mouse/program_pointer.ts'
import { INSTANT_TAP_MS } from '../../features/mouse/taps.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type Outcome, proven, type SessionCheck, unknown } from '../check.ts'
import { atMostOfAny, counted, tooFew, wasOrWere } from '../sentence.ts'

/** The page itself may tick one choice. */
const UNTRUSTED_CHOICES = 2
/** A choice and two other targets, none of them after real input. */
const UNTRUSTED_TARGETS = 3

/**
 * Extensions for people who cannot use a mouse (link hints, voice control) click by script, and keep their own keys from
 * the page. The person types the text: too weak for monitoring.
 */
const EXTENSION_STRENGTH = 0.6

const INSTANT_STRENGTH = 1

/** One press without pressure may come from an older browser's assistive technology. */
const PRESSURELESS_RUN = 2
/** Desktop Chromium gives every mouse press a pressure of 0.5: measured on Linux, read in its source for others. */
const UNVERIFIED_STRENGTH = 0.7

/** Some window managers deliver clicks to windows without focus. */
const UNFOCUSED_RUN = 3
const UNFOCUSED_STRENGTH = 0.5

/** No finger ever touches so briefly; all taps of a driver do. */
const INSTANT_TAPS = 3
const INSTANT_TAPS_STRENGTH = 1

const MIN_PRESSES = 3

export const programmaticClicking: SessionCheck<
  Pick<SessionFeatures, 'clicks' | 'device' | 'inputs' | 'keys' | 'taps'>
> = {
  name: 'programmatic_clicking',
  reason: {
    observed: 'Clicks were made by a program or a script rather than by a pointer',
    subject: 'how clicks were made',
  },

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
    clicks_without_pointer: clicks.virtual,
    untrusted: clicks.untrusted,
    untrusted_choices: clicks.untrustedChoices,
    untrusted_targets: clicks.untrustedTargets,
    instant_of_five: clicks.mostInstant,
    pressureless_run: clicks.longestPressurelessRun,
    unfocused_run: clicks.longestUnfocusedRun,
    taps: taps.taps,
    held_taps: taps.held,
    instant_taps: taps.longestInstantRun,
  }),

  concerns: (event) => event.type === 'click' && (event.flags & (UNTRUSTED | CLICK_FLAGS.virtual)) !== 0,

  run({ clicks, device: { browser }, inputs, keys, taps }): Outcome {
    const { untrusted, untrustedChoices, untrustedTargets } = clicks
    const isAnswered = untrustedChoices >= UNTRUSTED_CHOICES
    if (isAnswered || (untrustedChoices > 0 && untrustedTargets >= UNTRUSTED_TARGETS)) {
      const evidence = `A script made ${counted(untrusted, 'click')}, ${untrustedChoices} of them on answer options.`
      const isTyped = keys.unhurried >= SHORT_WINDOW && keys.untrusted === 0 && inputs.untrustedChars === 0
      return isTyped ? detected(EXTENSION_STRENGTH, evidence, EXTENSION_STRENGTH) : proven(evidence)
    }
    const strongest = findTraces(clicks, browser, taps).sort((a, b) => b.strength - a.strength)[0]
    if (strongest !== undefined)
      return detected(strongest.strength, strongest.evidence, strongest.isHarmless ? strongest.strength : 0)
    if (clicks.presses < MIN_PRESSES && Math.max(taps.taps, taps.held) >= MIN_PRESSES) {
      const count = Math.max(taps.taps, taps.held)
      const instant = taps.longestInstantRun
      return notDetected(
        `${count} taps; ${instant === 0 ? 'none was' : `at most ${instant} in a row ${wasOrWere(instant)}`} instantaneous (${INSTANT_TAP_MS} ms or less).`,
      )
    }
    if (clicks.presses < MIN_PRESSES && clicks.virtual >= MIN_PRESSES) {
      return notDetected(
        `${clicks.virtual} clicks by keyboard or assistive technology; ${untrusted === 0 ? 'none was' : `${untrusted} ${wasOrWere(untrusted)}`} made by a script.`,
      )
    }
    if (clicks.presses < MIN_PRESSES) {
      return unknown(tooFew(clicks.presses, MIN_PRESSES, 'mouse press', 'mouse presses'))
    }
    return notDetected(
      `${clicks.presses} mouse presses; ${atMostOfAny(clicks.mostInstant, CLICK_WINDOW)} instantaneous (${INSTANT_MS} ms or less) with no natural pointer movement before the press.`,
    )
  },
}

interface Trace {
  readonly strength: number
  /** A harmless circumstance explains it. */
  readonly isHarmless?: true
  readonly evidence: string
}

function findTraces(
  clicks: SessionFeatures['clicks'],
  browser: SessionFeatures['device']['browser'],
  taps: SessionFeatures['taps'],
): Trace[] {
  const traces: Trace[] = []
  // Safari's taps report no pressure, so a browser that counts here only claims to be Safari.
  if (browser.engine !== 'firefox' && taps.longestInstantRun >= INSTANT_TAPS) {
    const evidence = `${taps.longestInstantRun} taps in a row lasted ${INSTANT_TAP_MS} ms or less.`
    traces.push({ strength: INSTANT_TAPS_STRENGTH, evidence })
  }
  const { longestPressurelessRun, mostInstant, longestUnfocusedRun } = clicks
  if (browser.desktop && browser.engine === 'chromium' && longestPressurelessRun >= PRESSURELESS_RUN) {
    const strength = browser.os === 'linux' ? 1 : UNVERIFIED_STRENGTH
    traces.push({ strength, evidence: `${longestPressurelessRun} mouse presses in a row had no pressure.` })
  }
  if (mostInstant >= INSTANT_OF_FIVE) {
    const evidence = `${mostInstant} of ${CLICK_WINDOW} consecutive mouse presses lasted ${INSTANT_MS} ms or less, without natural pointer movement before them.`
    traces.push({ strength: INSTANT_STRENGTH, evidence })
  }
  if (browser.desktop && longestUnfocusedRun >= UNFOCUSED_RUN) {
    const evidence = `${longestUnfocusedRun} clicks in a row were made while the page did not have focus.`
    traces.push({ strength: UNFOCUSED_STRENGTH, isHarmless: true, evidence })
  }
  return traces
}
