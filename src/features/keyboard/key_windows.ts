/**
 * The rhythm of typing in windows of presses, as numbers that do not depend on the recorder: ratios and logarithms
 * of times, and shares. Input of `models/agent_behavior`.
 */
import { type EventOf, KEY_CLASS, KEY_FLAGS, TICKS_PER_MS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { Fold } from '../session/fold.ts'
import { correlation, deviation, mean, median, quantile, sorted } from '../statistics.ts'
import { isDirectPress, LONGEST_PAUSE_MS } from './keys.ts'
import { trackDictation } from './speech.ts'

export const KEY_WINDOW = 50

/** The names of the numbers of a window, in order. */
export const KEY_NUMBERS = [
  'pace',
  'spread',
  'slowStarts',
  'slowSpaces',
  'rollover',
  'quickest',
  'slowest',
  'skew',
  'tails',
  'insideSpread',
  'startSpread',
  'startCorrelation',
  'tempoCorrelation',
  'wordEnds',
  'holdLength',
  'holdSpread',
  'holdSkew',
  'holdTail',
  'holdCorrelation',
  'holdCorrelation2',
  'holdFollows',
  'spaceHold',
  'rolledHold',
  'rolloverExcess',
] as const

/** With fewer values, a median is meaningless. */
const MIN_INTERVALS = 25
const MIN_STARTS = 4
const MIN_INSIDE = 12
const MIN_HOLDS = 15
/** Some browsers round event times to 100 ms, which hides the rhythm. */
const COARSE_MS = 50
/** A longer hold is a resting finger. */
const LONGEST_HOLD_MS = 1_000

interface Press {
  readonly class: number
  /** Milliseconds since the previous press, if that is part of the rhythm. */
  readonly intervalMs: number | undefined
  readonly after: number | undefined
  readonly overlaps: boolean
  holdMs: number | undefined
}

/** Windows do not overlap. Windows with too few values are dropped. */
export function foldKeyWindows(): Fold<readonly (readonly number[])[]> {
  const windows: number[][] = []
  const held = new Map<number, { press: Press; t: number }>()
  let presses: Press[] = []
  let last: EventOf<'keydown'> | undefined
  const isDictated = trackDictation()

  function press(event: EventOf<'keydown'>): void {
    const gapMs = last === undefined ? -1 : (event.t - last.t) / TICKS_PER_MS
    const same = (event.flags & KEY_FLAGS.same) !== 0
    const isRhythm = gapMs > 0 && gapMs < LONGEST_PAUSE_MS && !same
    const made: Press = {
      class: event.class,
      intervalMs: isRhythm ? gapMs : undefined,
      after: isRhythm ? last?.class : undefined,
      overlaps: held.size > 0,
      holdMs: undefined,
    }
    last = event
    // The window closes with the press after its last, so that most of its keys have been released by then.
    if (presses.length === KEY_WINDOW) {
      const numbers = numbersOf(presses)
      if (numbers !== undefined) windows.push(numbers)
      presses = []
    }
    presses.push(made)
    held.set(event.slot, { press: made, t: event.t })
  }

  function release(event: EventOf<'keyup'>): void {
    const own = held.get(event.slot)
    if (own === undefined) return
    held.delete(event.slot)
    const holdMs = (event.t - own.t) / TICKS_PER_MS
    if (holdMs >= 0 && holdMs < LONGEST_HOLD_MS) own.press.holdMs = holdMs
  }

  return {
    step(event) {
      const dictated = isDictated(event)
      if (event.type === 'break' || (event.type === 'attention' && held.size > 0)) {
        last = undefined
        held.clear()
      } else if (event.type === 'keyup') release(event)
      else if (event.type === 'keydown' && (event.flags & UNTRUSTED) === 0) {
        if (isDirectPress(event) && !dictated) press(event)
        else if (event.class !== KEY_CLASS.shift && event.class !== KEY_CLASS.modifier) last = undefined
      }
    },
    done: () => windows,
  }
}

function numbersOf(presses: readonly Press[]): number[] | undefined {
  const intervals: number[] = []
  const starts: number[] = []
  const spaces: number[] = []
  const inside: number[] = []
  for (const press of presses) {
    if (press.intervalMs === undefined) continue
    intervals.push(press.intervalMs)
    if (isSpace(press)) spaces.push(press.intervalMs)
    else if (isStart(press)) starts.push(press.intervalMs)
    else inside.push(press.intervalMs)
  }
  const holds = presses.flatMap(({ holdMs }) => holdMs ?? [])
  const isEnough =
    intervals.length >= MIN_INTERVALS && starts.length >= MIN_STARTS && inside.length >= MIN_INSIDE
  if (!isEnough || holds.length < MIN_HOLDS) return undefined
  if (intervals.every((interval) => interval % COARSE_MS === 0)) return undefined

  const logs = intervals.map(log)
  const spread = deviation(logs)
  const ascending = sorted(logs)
  const middle = quantile(ascending, 0.5)
  const insideMiddle = log(median(inside))
  const startMiddle = log(median(starts))
  const spaceMiddle = spaces.length >= MIN_STARTS ? log(median(spaces)) : insideMiddle
  /** How much slower than others of its kind (first letter of a word, space, or other) a press was. */
  const slowness = presses.map((press) => {
    if (press.intervalMs === undefined) return undefined
    const usual = isSpace(press) ? spaceMiddle : isStart(press) ? startMiddle : insideMiddle
    return clip(log(press.intervalMs) - usual, MOST_SLOWNESS)
  })
  const holdLogs = holds.map(log)
  const holdAscending = sorted(holdLogs)
  const holdMiddle = quantile(holdAscending, 0.5)
  const holdSpread = deviation(holdLogs)
  const length = presses.map(({ holdMs }) =>
    holdMs === undefined ? undefined : clip(log(holdMs) - holdMiddle, MOST_LENGTH),
  )
  return [
    middle,
    spread,
    startMiddle - insideMiddle,
    spaceMiddle - insideMiddle,
    presses.filter(({ overlaps }) => overlaps).length / presses.length,
    quantile(ascending, 0.1) - middle,
    quantile(ascending, 0.9) - middle,
    momentOf(logs, spread, 3),
    Math.min(MOST_TAILS, momentOf(logs, spread, 4)),
    deviation(definedOf(slowness.filter((_, i) => !isSpace(presses[i]) && !isStart(presses[i])))),
    deviation(definedOf(slowness.filter((_, i) => isStart(presses[i])))),
    startCorrelationOf(presses, slowness),
    echoOf(slowness, slowness, 2),
    wordEndsOf(presses, slowness),
    holdMiddle,
    holdSpread,
    momentOf(holdLogs, holdSpread, 3),
    quantile(holdAscending, 0.9) + quantile(holdAscending, 0.1) - 2 * holdMiddle,
    correlation(holdLogs.slice(0, -1), holdLogs.slice(1)),
    echoOf(length, length, 2),
    echoOf(slowness, length, 0),
    spaceHoldOf(presses, holdMiddle),
    ...rolloverOf(presses, sorted(holds)),
  ]
}

/** Single thinking pauses and resting fingers must not decide a correlation. Natural logarithms. */
const MOST_SLOWNESS = 1.2
const MOST_LENGTH = 0.8
const MOST_TAILS = 12

const isSpace = (press: Press | undefined): boolean => press?.class === KEY_CLASS.space
const isStart = (press: Press | undefined): boolean => press?.after === KEY_CLASS.space && !isSpace(press)

/** Correlation of `a` with `b`, `lag` presses later. */
function echoOf(a: readonly (number | undefined)[], b: readonly (number | undefined)[], lag: number): number {
  const [before, now]: [number[], number[]] = [[], []]
  for (let i = lag; i < b.length; i++) {
    const [first, second] = [a[i - lag], b[i]]
    if (first === undefined || second === undefined) continue
    before.push(first)
    now.push(second)
  }
  return now.length >= MIN_INSIDE ? correlation(before, now) : 0
}

/** Whether a slow space precedes a slow first letter: people think across both. */
function startCorrelationOf(presses: readonly Press[], slowness: readonly (number | undefined)[]): number {
  const [spaces, starts]: [number[], number[]] = [[], []]
  for (let i = 1; i < presses.length; i++) {
    const [space, start] = [slowness[i - 1], slowness[i]]
    if (presses[i]?.after !== KEY_CLASS.space || space === undefined || start === undefined) continue
    spaces.push(space)
    starts.push(start)
  }
  return starts.length >= MIN_STARTS ? correlation(spaces, starts) : 0
}

const LONGEST_WORD = 8

/** Whether typing becomes slower or faster towards the end of a word. */
function wordEndsOf(presses: readonly Press[], slowness: readonly (number | undefined)[]): number {
  const [places, slow]: [number[], number[]] = [[], []]
  let place = 0
  for (const [i, press] of presses.entries()) {
    place = isSpace(press) ? 0 : place + 1
    const own = slowness[i]
    if (place < 2 || own === undefined) continue
    places.push(Math.min(place, LONGEST_WORD))
    slow.push(own)
  }
  return slow.length > 8 ? correlation(places, slow) : 0
}

function spaceHoldOf(presses: readonly Press[], middle: number): number {
  const holds = presses.flatMap((press) => (isSpace(press) && press.holdMs !== undefined ? press.holdMs : []))
  return holds.length >= 3 ? log(median(holds)) - middle : 0
}

/**
 * How much longer keys are held that overlap the next, and how many more overlap than if holds and intervals were
 * independent. People press the next key before they release the last; programs draw the two numbers separately.
 */
function rolloverOf(presses: readonly Press[], holdsAscending: readonly number[]): [number, number] {
  const [rolled, single]: [number[], number[]] = [[], []]
  let expected = 0
  for (let i = 1; i < presses.length; i++) {
    const { holdMs } = presses[i - 1] as Press
    const { intervalMs } = presses[i] as Press
    if (holdMs === undefined || intervalMs === undefined) continue
    if (intervalMs < holdMs) rolled.push(log(holdMs))
    else single.push(log(holdMs))
    expected += holdsAscending.filter((hold) => hold > intervalMs).length / holdsAscending.length
  }
  const count = rolled.length + single.length
  const longer = rolled.length >= 3 && single.length >= 3 ? mean(rolled) - mean(single) : 0
  return [longer, count === 0 ? 0 : (rolled.length - expected) / count]
}

/** Clocks agree to half a millisecond. */
const log = (ms: number): number => Math.log(Math.max(0.5, ms))

const clip = (value: number, most: number): number => Math.max(-most, Math.min(most, value))

const definedOf = (values: readonly (number | undefined)[]): number[] =>
  values.filter((value) => value !== undefined)

/** The third (skewness) or fourth (tails) standardized moment. */
function momentOf(values: readonly number[], spread: number, power: number): number {
  if (spread === 0) return 0
  const middle = mean(values)
  return mean(values.map((value) => ((value - middle) / spread) ** power))
}
