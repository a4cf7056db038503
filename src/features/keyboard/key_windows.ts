/**
 * The rhythm of typing in windows of presses, as numbers that do not depend on the recorder: ratios and logarithms
 * of times, and shares. Input of `models/agent_behavior`.
 */
import { type EventOf, KEY_CLASS, KEY_FLAGS, UNTRUSTED } from '../../contract/rows.ts'
import { type Fold, TICKS_PER_MS } from '../session/fold.ts'
import { correlation, deviation, mean, median, quantile, sorted } from '../statistics.ts'
import { isDirectPress, LONGEST_PAUSE_MS } from './keys.ts'

export const KEY_WINDOW = 50

/** The names of the numbers of a window, in order. */
export const KEY_NUMBERS = [
  'pace',
  'spread',
  'slowStarts',
  'slowSpaces',
  'rollover',
  'echo',
  'quickest',
  'slowest',
  'skew',
  'holdLength',
  'holdSpread',
  'holdEcho',
  'holdCarries',
] as const

/** With fewer values, a median is meaningless. */
const MIN_INTERVALS = 25
const MIN_STARTS = 4
const MIN_INSIDE = 12
const MIN_HOLDS = 15
/** A longer hold is a resting finger. */
const LONGEST_HOLD_MS = 1_000

interface Press {
  readonly class: number
  readonly slot: number
  /** Milliseconds since the previous press, if that is part of the rhythm. */
  readonly intervalMs: number | undefined
  readonly after: number | undefined
  readonly overlaps: boolean
  holdMs: number | undefined
  isHeld: boolean
}

/** Windows do not overlap. Windows with too few values are dropped. */
export function foldKeyWindows(): Fold<readonly (readonly number[])[]> {
  const windows: number[][] = []
  const held = new Map<number, { press: Press; t: number }>()
  let presses: Press[] = []
  let last: EventOf<'keydown'> | undefined

  function press(event: EventOf<'keydown'>): void {
    const gapMs = last === undefined ? -1 : (event.t - last.t) / TICKS_PER_MS
    const same = (event.flags & KEY_FLAGS.same) !== 0
    const isRhythm = gapMs > 0 && gapMs < LONGEST_PAUSE_MS && !same
    const made: Press = {
      class: event.class,
      slot: event.slot,
      intervalMs: isRhythm ? gapMs : undefined,
      after: isRhythm ? last?.class : undefined,
      overlaps: held.size > 0,
      holdMs: undefined,
      isHeld: true,
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
      if (event.type === 'break' || (event.type === 'attention' && held.size > 0)) {
        last = undefined
        held.clear()
      } else if (event.type === 'keyup') release(event)
      else if (event.type === 'keydown' && (event.flags & UNTRUSTED) === 0) {
        if (isDirectPress(event)) press(event)
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
  for (const { class: own, after, intervalMs } of presses) {
    if (intervalMs === undefined) continue
    intervals.push(intervalMs)
    if (own === KEY_CLASS.space) spaces.push(intervalMs)
    else if (after === KEY_CLASS.space) starts.push(intervalMs)
    else inside.push(intervalMs)
  }
  const holds = presses.flatMap(({ holdMs }) => holdMs ?? [])
  const isEnough =
    intervals.length >= MIN_INTERVALS && starts.length >= MIN_STARTS && inside.length >= MIN_INSIDE
  if (!isEnough || holds.length < MIN_HOLDS) return undefined

  const logs = intervals.map(log)
  const spread = deviation(logs)
  const ascending = sorted(logs)
  const middle = quantile(ascending, 0.5)
  const insideMiddle = log(median(inside))
  const holdLogs = holds.map(log)
  return [
    middle,
    spread,
    log(median(starts)) - insideMiddle,
    spaces.length >= MIN_STARTS ? log(median(spaces)) - insideMiddle : 0,
    presses.filter(({ overlaps }) => overlaps).length / presses.length,
    correlation(logs.slice(0, -1), logs.slice(1)),
    quantile(ascending, 0.1) - middle,
    quantile(ascending, 0.9) - middle,
    skewOf(logs, spread),
    median(holdLogs),
    deviation(holdLogs),
    correlation(holdLogs.slice(0, -1), holdLogs.slice(1)),
    holdCarriesOf(presses),
  ]
}

/**
 * Whether a longer hold delays the next press. A program that waits for the release adds every hold to the interval;
 * people press the next key before they release the last.
 */
function holdCarriesOf(presses: readonly Press[]): number {
  const holds: number[] = []
  const intervals: number[] = []
  for (let i = 1; i < presses.length; i++) {
    const { holdMs } = presses[i - 1] as Press
    const { intervalMs } = presses[i] as Press
    if (holdMs === undefined || intervalMs === undefined) continue
    holds.push(log(holdMs))
    intervals.push(log(intervalMs))
  }
  return holds.length >= MIN_HOLDS ? correlation(holds, intervals) : 0
}

/** Clocks agree to half a millisecond. */
const log = (ms: number): number => Math.log(Math.max(0.5, ms))

function skewOf(values: readonly number[], spread: number): number {
  if (spread === 0) return 0
  const middle = mean(values)
  return mean(values.map((value) => ((value - middle) / spread) ** 3))
}
