/**
 * programmatic_typing: "Highly regular typing typical of programmatic input" (spec 2.3).
 *
 * Why it works: a driver types faster or more evenly than hands can, writes capitals without holding Shift, or puts
 * whole sentences into a field without a key. None of 441 essayists did any of the first two over 25 keys.
 *
 * Whom it must not accuse: people who dictate, swipe, use an input method or autocorrect (text without keys of
 * theirs), people drumming on one key, browsers that round their clock, password managers and autofill.
 */

import { SHORT_WINDOW } from '../../features/keyboard/keys.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type Outcome, proven, type SessionCheck, unknown } from '../check.ts'

/** 90 % of 40 intervals. The fastest stretch of 441 essays has 64 ms, of 3,332 sentences 107 ms. */
const TOO_FAST_LONG_MS = 45
/** 90 % of 25 intervals. The fastest: 51 ms and 79 ms. */
const TOO_FAST_SHORT_MS = 20

/** Variation of 40 intervals. The steadiest stretch of the same people: 0.146, the next 0.203. */
const TOO_STEADY = 0.12
/** Variation of 25 intervals of which three quarters are under 60 ms. Hands that fast are drumming: 0.63 and more. */
const TOO_STEADY_FAST = 0.35

/** Someone may have remapped a key; three different capitals in a row without Shift or Caps Lock are no accident. */
const SHIFTLESS_RUN = 3

/** A dictated phrase or a text expander's snippet is one stretch; two fields, or two sentences, are a form being filled. */
const CERTAIN_KEYLESS_CHARS = 40
const CERTAIN_KEYLESS_FIELDS = 2
const KEYLESS_STRENGTH = 0.6

/** Form fillers press one untrusted key a field to wake the page; nobody but a script types a sentence that way. */
const UNTRUSTED_KEYS = 20
/** Longer than what form fillers fill: names, addresses, passwords. */
const UNTRUSTED_CHARS = 80
/** In a field declared as a survey question there is nothing to autofill. */
const UNTRUSTED_QUESTION_CHARS = 20

/** The missing Shift was verified on Linux; elsewhere keyboards and remote desktops may differ. */
const UNVERIFIED_STRENGTH = 0.7

export const programmaticTyping: SessionCheck<Pick<SessionFeatures, 'keys' | 'inputs' | 'device'>> = {
  name: 'programmatic_typing',
  meaning: 'Highly regular typing typical of programmatic input',

  thresholds: {
    intervals: SHORT_WINDOW,
    fastest_40_ms: TOO_FAST_LONG_MS,
    fastest_25_ms: TOO_FAST_SHORT_MS,
    steadiest_40: TOO_STEADY,
    steadiest_fast_25: TOO_STEADY_FAST,
    shiftless_run: SHIFTLESS_RUN,
    keyless_fields: CERTAIN_KEYLESS_FIELDS,
    keyless_chars: CERTAIN_KEYLESS_CHARS,
    untrusted_keys_in_a_field: UNTRUSTED_KEYS,
    untrusted_chars: UNTRUSTED_CHARS,
    untrusted_question_chars: UNTRUSTED_QUESTION_CHARS,
  },

  measure: ({ keys, inputs }) => ({
    intervals: keys.intervals,
    fastest_40_ms: keys.fastestLongMs,
    fastest_25_ms: keys.fastestShortMs,
    steadiest_40: keys.steadiestLong,
    steadiest_fast_25: keys.steadiestFast,
    shiftless_run: keys.longestShiftlessRun,
    shift_needed: keys.shiftNeeded,
    keyless_fields: inputs.keylessFields,
    keyless_chars: inputs.longestKeylessChars,
    untrusted_keys: keys.untrusted,
    untrusted_keys_in_a_field: keys.untrustedInOneField,
    untrusted_chars: inputs.untrustedChars,
    untrusted_question_chars: inputs.untrustedQuestionChars,
  }),

  run(features) {
    const { keys, inputs } = features
    const proof = findProof(features)
    if (proof !== undefined) return proof
    const found = [findRhythm(features), findShiftless(features), findKeyless(features)].filter(
      (outcome) => outcome !== undefined,
    )
    const strongest = found.sort((a, b) => b.strength - a.strength)[0]
    if (strongest !== undefined) return detected(strongest.strength, strongest.evidence)
    if (keys.intervals < SHORT_WINDOW) {
      return unknown(`${keys.intervals} intervals between keys seen, ${SHORT_WINDOW} needed`)
    }
    return notDetected(
      `${keys.intervals} intervals between keys, none of them too fast or too even, and at most ${inputs.longestKeylessChars} characters in a row without keys`,
    )
  },
}

interface Mark {
  readonly strength: number
  readonly evidence: string
}

function findProof({ keys, inputs }: Pick<SessionFeatures, 'keys' | 'inputs'>): Outcome | undefined {
  if (keys.untrustedInOneField >= UNTRUSTED_KEYS) {
    return proven(`${keys.untrusted} key presses made by script`)
  }
  if (inputs.untrustedChars >= UNTRUSTED_CHARS || inputs.untrustedQuestionChars >= UNTRUSTED_QUESTION_CHARS) {
    return proven(`${inputs.untrustedChars} characters put into a field by script`)
  }
  return undefined
}

function findRhythm({ keys }: Pick<SessionFeatures, 'keys'>): Mark | undefined {
  if (keys.fastestShortMs <= TOO_FAST_SHORT_MS || keys.fastestLongMs <= TOO_FAST_LONG_MS) {
    const ms = Math.round(Math.min(keys.fastestShortMs, keys.fastestLongMs))
    return {
      strength: 1,
      evidence: `at least ${SHORT_WINDOW} keys in a row typed within ${ms} ms of each other`,
    }
  }
  if (keys.steadiestLong < TOO_STEADY || keys.steadiestFast < TOO_STEADY_FAST) {
    const spread = percent(Math.min(keys.steadiestLong, keys.steadiestFast))
    return {
      strength: 1,
      evidence: `at least ${SHORT_WINDOW} keys in a row typed at a pace varying by only ${spread}`,
    }
  }
  return undefined
}

function findShiftless({ keys, device }: Pick<SessionFeatures, 'keys' | 'device'>): Mark | undefined {
  if (keys.longestShiftlessRun < SHIFTLESS_RUN || !device.browser.desktop) return undefined
  return {
    strength: device.browser.os === 'linux' ? 1 : UNVERIFIED_STRENGTH,
    evidence: `${keys.longestShiftlessRun} of ${keys.shiftNeeded} shifted characters in a row came without Shift`,
  }
}

function findKeyless({ inputs, device }: Pick<SessionFeatures, 'inputs' | 'device'>): Mark | undefined {
  if (inputs.keylessFields === 0 || !device.browser.desktop) return undefined
  const certain =
    inputs.keylessFields >= CERTAIN_KEYLESS_FIELDS || inputs.longestKeylessChars >= CERTAIN_KEYLESS_CHARS
  return {
    strength: certain ? 1 : KEYLESS_STRENGTH,
    evidence: `${inputs.longestKeylessChars} characters in a row entered without keys`,
  }
}

const percent = (share: number): string => `${Math.round(100 * share)} %`
