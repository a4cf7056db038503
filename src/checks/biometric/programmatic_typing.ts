/**
 * programmatic_typing: "Highly regular typing typical of programmatic input".
 *
 * Why it works: a driver types faster or more regularly than people can, enters capitals without holding Shift, or
 * puts whole sentences into a field without key presses. None of 441 essay writers did the first two over 25 keys.
 *
 * Must not flag: people who dictate, swipe, use an input method or autocorrect (text without key presses), people
 * drumming on one key, browsers that round their clock, password managers and autofill.
 */

import { KEYLESS_STRETCH } from '../../features/keyboard/inputs.ts'
import { type FastWindows, LONG_WINDOW, SHORT_WINDOW } from '../../features/keyboard/keys.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import {
  detected,
  notDetected,
  type Outcome,
  proven,
  type SessionCheck,
  suspected,
  unknown,
} from '../check.ts'
import { counted, tooFew, wasOrWere } from '../sentence.ts'

/** 90% of 40 intervals. The fastest window of 441 essays has 64 ms, of 3,332 sentences 107 ms. */
const TOO_FAST_LONG_MS = 45
/** 90% of 25 intervals. The fastest: 51 ms and 79 ms. */
const TOO_FAST_SHORT_MS = 20

/** Variation of 40 intervals. The steadiest window of the same people: 0.146, the next 0.203. */
const TOO_STEADY = 0.12
/** Variation of 25 intervals of which three quarters are under 60 ms. People reach this speed only by repeating keys, and vary by 0.63 or more. */
const TOO_STEADY_FAST = 0.35

/** Variation of the times that 40 keys were held. The steadiest of 902 people: 0.052, the next 0.076. */
const TOO_STEADY_HOLD = 0.03

/** A user may have remapped a key, but not three different capitals in a row without Shift or Caps Lock. */
const SHIFTLESS_RUN = 3

/** Dictation or a text expander inserts one piece of text. Two fields or two sentences are a form being filled. */
const CERTAIN_KEYLESS_CHARS = 40
const CERTAIN_KEYLESS_FIELDS = 2
const KEYLESS_STRENGTH = 0.5
/** Dictation inserts phrases; a whole answer at once is clear. */
const CLEAR_INSERTION_CHARS = 80
/** A text expander types or inserts what stands for an abbreviation, for a person who types the rest: not enough. */
const EXPANSION_STRENGTH = 0.3
/** A switch device types evenly, and software for dictation enters text without keys: not clear alone. */
const CERTAIN_STRENGTH = 0.8
const CLEAR_STRENGTH = 1

/** Form fillers press one untrusted key per field to notify the page; only a script types a sentence that way. */
const UNTRUSTED_KEYS = 20
/** Longer than the names, addresses and passwords of form fillers. */
const UNTRUSTED_CHARS = 80
/** Browsers have nothing to autofill in a survey question. */
const UNTRUSTED_QUESTION_CHARS = 20

/** The missing Shift was verified on Linux; on other systems keyboards and remote desktops may differ. */
const SHIFTLESS_STRENGTH = 0.75
const UNVERIFIED_STRENGTH = 0.55

export const programmaticTyping: SessionCheck<Pick<SessionFeatures, 'keys' | 'inputs' | 'device'>> = {
  name: 'programmatic_typing',
  reason: {
    observed: 'Text was entered with timing that is typical of programs',
    subject: 'the timing of key presses',
  },

  thresholds: {
    intervals: SHORT_WINDOW,
    fastest_40_ms: TOO_FAST_LONG_MS,
    fastest_25_ms: TOO_FAST_SHORT_MS,
    steadiest_40: TOO_STEADY,
    steadiest_fast_25: TOO_STEADY_FAST,
    steadiest_hold_40: TOO_STEADY_HOLD,
    shiftless_run: SHIFTLESS_RUN,
    keyless_fields: CERTAIN_KEYLESS_FIELDS,
    keyless_chars: CERTAIN_KEYLESS_CHARS,
    untrusted_keys_in_a_field: UNTRUSTED_KEYS,
    untrusted_chars: UNTRUSTED_CHARS,
    untrusted_question_chars: UNTRUSTED_QUESTION_CHARS,
  },

  measure: ({ keys, inputs }) => ({
    intervals: keys.intervals + keys.rests,
    unhurried_intervals: keys.unhurried,
    fastest_40_ms: keys.alone.fastestLongMs,
    fastest_25_ms: keys.alone.fastestShortMs,
    steadiest_40: keys.steadiestLong,
    steadiest_fast_25: keys.alone.steadiestFast,
    fastest_25_after_typing_ms: keys.afterTyping.fastestShortMs,
    steadiest_hold_40: keys.steadiestHold,
    shiftless_run: keys.longestShiftlessRun,
    shift_needed: keys.shiftNeeded,
    keyless_fields: inputs.keylessFields,
    keyless_chars: inputs.longestKeylessChars,
    keyless_insertion: inputs.longestKeylessInsertion,
    spoken_insertion: inputs.longestSpoken,
    expansion: inputs.longestExpansion,
    untrusted_keys: keys.untrusted,
    untrusted_keys_in_a_field: keys.untrustedInOneField,
    untrusted_chars: inputs.untrustedChars,
    untrusted_question_chars: inputs.untrustedQuestionChars,
  }),

  concerns: (event) => event.type === 'keydown' || event.type === 'scripted',

  run(features) {
    const { keys, inputs } = features
    const proof = findProof(features)
    if (proof !== undefined) return proof
    const found = [
      findRhythm(features),
      findHold(features),
      findShiftless(features),
      findKeyless(features),
    ].filter((outcome) => outcome !== undefined)
    const strongest = found.sort((a, b) => b.strength - a.strength)[0]
    if (strongest !== undefined) {
      const { strength, evidence } = strongest
      return strength > EXPANSION_STRENGTH
        ? detected(strength, evidence)
        : suspected(strength, evidence, strength)
    }
    const intervals = keys.intervals + keys.rests
    if (intervals < SHORT_WINDOW) {
      return unknown(
        tooFew(intervals, SHORT_WINDOW, 'interval between keystrokes', 'intervals between keystrokes'),
      )
    }
    return notDetected(
      `${intervals} intervals between keystrokes; none too fast or too regular. ${withoutKeys(inputs.longestKeylessChars)}`,
    )
  },
}

interface Trace {
  readonly strength: number
  readonly evidence: string
}

function findProof({ keys, inputs }: Pick<SessionFeatures, 'keys' | 'inputs'>): Outcome | undefined {
  if (keys.untrustedInOneField >= UNTRUSTED_KEYS) {
    return proven(`A script made ${keys.untrusted} key presses.`)
  }
  if (inputs.untrustedChars >= UNTRUSTED_CHARS || inputs.untrustedQuestionChars >= UNTRUSTED_QUESTION_CHARS) {
    return proven(`A script inserted ${inputs.untrustedChars} characters into fields.`)
  }
  return undefined
}

/** Not clear alone: software that presses keys for a person may hold each for the same time. */
function findHold({ keys }: Pick<SessionFeatures, 'keys'>): Trace | undefined {
  if (keys.steadiestHold >= TOO_STEADY_HOLD) return undefined
  return {
    strength: UNVERIFIED_STRENGTH,
    evidence: `${LONG_WINDOW} keys in a row were held for the same time, give or take ${percent(keys.steadiestHold)}.`,
  }
}

function findRhythm({ keys }: Pick<SessionFeatures, 'keys'>): Trace | undefined {
  if (keys.steadiestLong < TOO_STEADY) return steady(CERTAIN_STRENGTH, keys.steadiestLong)
  return findFast(keys.alone, CERTAIN_STRENGTH) ?? findFast(keys.afterTyping, EXPANSION_STRENGTH)
}

function findFast(windows: FastWindows, strength: number): Trace | undefined {
  const { fastestShortMs, fastestLongMs, steadiestFast } = windows
  if (fastestShortMs <= TOO_FAST_SHORT_MS || fastestLongMs <= TOO_FAST_LONG_MS) {
    const ms = Math.round(Math.min(fastestShortMs, fastestLongMs))
    return {
      strength,
      evidence: `Nearly all intervals in a run of at least ${SHORT_WINDOW} keys were ${ms} ms or less.`,
    }
  }
  return steadiestFast < TOO_STEADY_FAST ? steady(strength, steadiestFast) : undefined
}

const steady = (strength: number, spread: number): Trace => ({
  strength,
  evidence: `At least ${SHORT_WINDOW} keys in a row were typed at a pace that varied by only ${percent(spread)}.`,
})

function findShiftless({ keys, device }: Pick<SessionFeatures, 'keys' | 'device'>): Trace | undefined {
  if (keys.longestShiftlessRun < SHIFTLESS_RUN || !device.browser.desktop) return undefined
  return {
    strength: device.browser.os === 'linux' ? SHIFTLESS_STRENGTH : UNVERIFIED_STRENGTH,
    evidence: `${keys.longestShiftlessRun} consecutive characters that need Shift were typed without it (${counted(keys.shiftNeeded, 'such character')} in total).`,
  }
}

function findKeyless({ inputs, device }: Pick<SessionFeatures, 'inputs' | 'device'>): Trace | undefined {
  if (!device.browser.desktop) return undefined
  if (inputs.keylessFields === 0) return findExpansion(inputs)
  const certain =
    inputs.keylessFields >= CERTAIN_KEYLESS_FIELDS || inputs.longestKeylessChars >= CERTAIN_KEYLESS_CHARS
  const isClear = inputs.longestKeylessInsertion >= CLEAR_INSERTION_CHARS
  return {
    strength: isClear ? CLEAR_STRENGTH : certain ? CERTAIN_STRENGTH : KEYLESS_STRENGTH,
    evidence: `${inputs.longestKeylessChars} characters in a row were entered without key presses.`,
  }
}

function findExpansion({ longestExpansion }: SessionFeatures['inputs']): Trace | undefined {
  if (longestExpansion < KEYLESS_STRETCH) return undefined
  return {
    strength: EXPANSION_STRENGTH,
    evidence: `${longestExpansion} characters were inserted at once right after typing, as by a text expander.`,
  }
}

const withoutKeys = (chars: number): string =>
  chars === 0
    ? 'No text was entered without key presses.'
    : `At most ${counted(chars, 'character')} in a row ${wasOrWere(chars)} entered without key presses.`

const percent = (share: number): string => `${Math.round(100 * share)}%`
