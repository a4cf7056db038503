/** Key presses: their rhythm, how long keys were held, and whether capitals came with Shift. */
import { type EventOf, KEY_CLASS, KEY_FLAGS, TICKS_PER_MS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { Fold } from '../session/fold.ts'
import { quantile, slidingWindow, sorted, variation } from '../statistics.ts'
import { openSpeechBudget, trackDictation } from './speech.ts'

export interface KeyFeatures {
  /** Trusted presses of character keys on a keyboard that names its keys, without auto-repeat. */
  readonly presses: number
  /** Pauses between two such presses in a row, of different keys, where shorter than `LONGEST_PAUSE_MS`. */
  readonly intervals: number
  /** Those of at least `FAST_MS`, as people have. */
  readonly unhurried: number
  /** Longer ones, up to `LONGEST_REST_MS`: how people type with a switch, or letter by letter. */
  readonly rests: number
  /** Before `SHORT_WINDOW` unhurried intervals, and after them: somebody who types by hand may use a text expander. */
  readonly alone: FastWindows
  readonly afterTyping: FastWindows
  /** Over every `LONG_WINDOW` intervals in a row that are not fast: the smallest variation. */
  readonly steadiestLong: number
  /** Over every `LONG_WINDOW` presses in a row: the smallest variation of the times that keys were held. */
  readonly steadiestHold: number
  /** Most presses in a row that needed Shift and came without it (and without Caps Lock). */
  readonly longestShiftlessRun: number
  /** Most presses of Shift in a row that were neither the left nor the right key. */
  readonly longestUnplacedRun: number
  /** Presses that needed Shift, on a keyboard that names the physical key. */
  readonly shiftNeeded: number
  /** Untrusted presses of character keys. */
  readonly untrusted: number
  /** Most of these in one field. */
  readonly untrustedInOneField: number
  /** Presses that came through an input method or an on-screen keyboard. */
  readonly indirect: number
  /** Those without a physical key: on an on-screen keyboard. */
  readonly onScreen: number
}

/** The fastest and steadiest windows. */
export interface FastWindows {
  /** Over every `SHORT_WINDOW` intervals in a row: the smallest 90th percentile. */
  readonly fastestShortMs: number
  /** Over every `LONG_WINDOW` intervals in a row: the same. */
  readonly fastestLongMs: number
  /** The smallest variation among short windows of which three quarters of the intervals are below `FAST_MS`. */
  readonly steadiestFast: number
}

/** Longer pauses are thinking, not rhythm. */
export const LONGEST_PAUSE_MS = 2_000
const LONGEST_REST_MS = 60_000
export const SHORT_WINDOW = 25
export const LONG_WINDOW = 40
/** A dwell or scanning keyboard takes at least this long for a key, at an even pace. */
const DWELL_MS = 500
/** 60 ms between keys are 200 words a minute; the fastest typists sustain it for a word, not for 25 keys. */
export const FAST_MS = 60

/** On-screen and remote keyboards release a key at once; a resting finger holds it longer. */
const SHORTEST_HOLD_MS = 30
const LONGEST_HOLD_MS = 1_000

/** Browsers with resistFingerprinting round event times to 100 ms, which hides the rhythm. */
const COARSE_MS = 20

const WRITES: ReadonlySet<number> = new Set([
  KEY_CLASS.lower,
  KEY_CLASS.upper,
  KEY_CLASS.digit,
  KEY_CLASS.space,
  KEY_CLASS.punctuation,
  KEY_CLASS.letter,
])

/** Pressed while typing, but not part of the rhythm. */
const KEEPS_RHYTHM: ReadonlySet<number> = new Set([KEY_CLASS.shift, KEY_CLASS.modifier])

/** A press of a physical character key, not its auto-repeat. */
export function isDirectPress(event: EventOf<'keydown'>): boolean {
  return (
    WRITES.has(event.class) &&
    (event.flags & (UNTRUSTED | KEY_FLAGS.repeat | KEY_FLAGS.composing | KEY_FLAGS.ctrl | KEY_FLAGS.meta)) ===
      0
  )
}

export function isCoarse(intervalsMs: readonly number[]): boolean {
  return intervalsMs.every((interval) => interval % COARSE_MS === 0)
}

/** The smaller of the 90th percentile and the smallest so far. Skips sorting windows that cannot be smaller. */
function fastest(intervalsMs: readonly number[], soFarMs: number): number {
  if (shareAbove(intervalsMs, soFarMs) > 0.1) return soFarMs
  return Math.min(soFarMs, quantile(sorted(intervalsMs), 0.9))
}

function shareAbove(values: readonly number[], limit: number): number {
  let above = 0
  for (const value of values) if (value > limit) above++
  return above / values.length
}

const noWindows = () => ({
  fastestShortMs: Number.POSITIVE_INFINITY,
  fastestLongMs: Number.POSITIVE_INFINITY,
  steadiestFast: Number.POSITIVE_INFINITY,
})

export function foldKeys(speech = openSpeechBudget()): Fold<KeyFeatures> {
  const short = slidingWindow<number>(SHORT_WINDOW)
  const long = slidingWindow<number>(LONG_WINDOW)
  const holds = slidingWindow<number>(LONG_WINDOW)
  const pressedAt = new Map<number, number>()
  const untrustedByField = new Map<number, number>()
  let presses = 0
  let intervals = 0
  let rests = 0
  let unhurried = 0
  const alone = noWindows()
  const afterTyping = noWindows()
  let steadiestLong = Number.POSITIVE_INFINITY
  let steadiestHold = Number.POSITIVE_INFINITY
  let shiftlessRun = 0
  let longestShiftlessRun = 0
  let unplacedRun = 0
  let longestUnplacedRun = 0
  let shiftNeeded = 0
  let untrusted = 0
  let indirect = 0
  let onScreen = 0
  let lastPress: number | undefined
  let lastClass: number | undefined
  const isDictated = trackDictation(speech)

  function press(event: EventOf<'keydown'>, dictated: boolean): void {
    presses++
    if ((event.flags & KEY_FLAGS.needsShift) !== 0 && (event.flags & KEY_FLAGS.noCode) === 0) {
      shiftNeeded++
      const excused = (event.flags & (KEY_FLAGS.shift | KEY_FLAGS.caps | KEY_FLAGS.alt)) !== 0
      shiftlessRun = excused ? 0 : shiftlessRun + 1
      longestShiftlessRun = Math.max(longestShiftlessRun, shiftlessRun)
    }
    // Drumming on one key is steadier than any text; for spaces there is no other way to recognize it.
    const same =
      (event.flags & KEY_FLAGS.same) !== 0 ||
      (event.class === KEY_CLASS.space && lastClass === KEY_CLASS.space)
    if (dictated) {
      short.clear()
      long.clear()
    } else if (lastPress !== undefined && !same) interval((event.t - lastPress) / TICKS_PER_MS)
    lastPress = event.t
    lastClass = event.class
    pressedAt.set(event.slot, event.t)
  }

  function pressShift({ flags }: EventOf<'keydown'>): void {
    if ((flags & (UNTRUSTED | KEY_FLAGS.repeat)) !== 0) return
    unplacedRun = (flags & KEY_FLAGS.unplaced) === 0 ? 0 : unplacedRun + 1
    longestUnplacedRun = Math.max(longestUnplacedRun, unplacedRun)
  }

  function release({ slot, t }: EventOf<'keyup'>): void {
    const from = pressedAt.get(slot)
    pressedAt.delete(slot)
    const ms = from === undefined ? -1 : (t - from) / TICKS_PER_MS
    if (ms < SHORTEST_HOLD_MS || ms >= LONGEST_HOLD_MS) return
    holds.push(ms)
    if (holds.isFull() && !isCoarse(holds.values)) {
      steadiestHold = Math.min(steadiestHold, variation(holds.values))
    }
  }

  function interval(ms: number): void {
    if (ms >= LONGEST_PAUSE_MS && ms < LONGEST_REST_MS) rests++
    if (ms < 0 || ms >= LONGEST_PAUSE_MS) return
    intervals++
    if (ms >= FAST_MS) unhurried++
    short.push(ms)
    long.push(ms)
    const windows = unhurried < SHORT_WINDOW ? alone : afterTyping
    if (short.isFull() && !isCoarse(short.values)) {
      windows.fastestShortMs = fastest(short.values, windows.fastestShortMs)
      if (shareAbove(short.values, FAST_MS) < 0.25)
        windows.steadiestFast = Math.min(windows.steadiestFast, variation(short.values))
    }
    if (long.isFull() && !isCoarse(long.values)) {
      windows.fastestLongMs = fastest(long.values, windows.fastestLongMs)
      if (shareAbove(long.values, FAST_MS) >= 0.25 && shareAbove(long.values, DWELL_MS) < 0.9)
        steadiestLong = Math.min(steadiestLong, variation(long.values))
    }
  }

  return {
    step(event) {
      const dictated = isDictated(event)
      if (event.type === 'break') {
        lastPress = undefined
        pressedAt.clear()
      }
      if (event.type === 'keyup') release(event)
      if (event.type !== 'keydown') return
      if (event.class === KEY_CLASS.shift) pressShift(event)
      if ((event.flags & KEY_FLAGS.composing) !== 0 || event.class === KEY_CLASS.hidden) {
        indirect++
        if ((event.flags & KEY_FLAGS.noCode) !== 0) onScreen++
      } else if ((event.flags & UNTRUSTED) !== 0) {
        if (!WRITES.has(event.class)) return
        untrusted++
        untrustedByField.set(event.name, (untrustedByField.get(event.name) ?? 0) + 1)
      } else if (isDirectPress(event)) press(event, dictated)
      else if (!KEEPS_RHYTHM.has(event.class)) lastPress = undefined
    },
    done: () => ({
      presses,
      intervals,
      unhurried,
      rests,
      alone,
      afterTyping,
      steadiestLong,
      steadiestHold,
      longestShiftlessRun,
      longestUnplacedRun,
      shiftNeeded,
      untrusted,
      untrustedInOneField: Math.max(0, ...untrustedByField.values()),
      indirect,
      onScreen,
    }),
  }
}
