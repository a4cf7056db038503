/**
 * How a session was typed, as a few robust statistics of its first key presses. Sessions of one program agree in them up
 * to chance, whatever text it types; people differ from each other much more.
 */
import { type EventOf, KEY_CLASS, TICKS_PER_MS, UNTRUSTED } from '../../contract/batch/rows.ts'
import { isDirectPress, LONGEST_PAUSE_MS } from '../keyboard/keys.ts'
import type { Fold } from '../session/fold.ts'
import { correlation, median, quantile, sorted } from '../statistics.ts'

/**
 * The statistics, each with its standard deviation between sessions of 120 presses by one program: the mean over the
 * simulated typists of `research/fit/typists.ts` and `research/lab/drivers`. Times are natural logarithms of ms.
 */
const SCALES = {
  hold: 0.035,
  holdSpread: 0.045,
  holdSkew: 0.074,
  gap: 0.052,
  gapSpread: 0.067,
  gapSlow: 0.107,
  gapQuick: 0.064,
  wordStart: 0.113,
  space: 0.109,
  spaceHold: 0.079,
  release: 0.036,
  holdThenGap: 0.086,
  rollover: 0.03,
} as const
const UNITS: readonly number[] = Object.values(SCALES)

/** Fewer presses say too little. */
export const LEAST_PRESSES = 120
const MOST_PRESSES = 240
const LEAST_HOLDS = 50
const LEAST_INSIDE = 40
const LEAST_STARTS = 8
const LONGEST_HOLD_MS = 1_000
/** Clocks agree to about a millisecond. */
const SHORTEST_MS = 2
/** Single long pauses must not decide a correlation. */
const MOST_SLOWNESS = 1.2
/** Different intervals, in ms. A coarse clock makes people alike. */
const LEAST_VARIETY = 40

interface Press {
  readonly class: number
  /** Since the previous press, if that is part of the rhythm. */
  readonly gapMs: number | undefined
  readonly after: number | undefined
  holdMs: number | undefined
}

export function foldTypingStatistics(): Fold<string | null> {
  const presses: Press[] = []
  const held = new Map<number, { readonly press: Press; readonly t: number }>()
  let last: EventOf<'keydown'> | undefined

  function press(event: EventOf<'keydown'>): void {
    const gapMs = last === undefined ? 0 : (event.t - last.t) / TICKS_PER_MS
    const isRhythm = gapMs > 0 && gapMs < LONGEST_PAUSE_MS
    const made: Press = {
      class: event.class,
      gapMs: isRhythm ? gapMs : undefined,
      after: isRhythm ? last?.class : undefined,
      holdMs: undefined,
    }
    presses.push(made)
    held.set(event.slot, { press: made, t: event.t })
    last = event
  }

  function release({ t, slot }: EventOf<'keyup'>): void {
    const own = held.get(slot)
    if (own === undefined) return
    held.delete(slot)
    const holdMs = (t - own.t) / TICKS_PER_MS
    if (holdMs > 0 && holdMs < LONGEST_HOLD_MS) own.press.holdMs = holdMs
  }

  return {
    step(event) {
      if (event.type === 'break') {
        last = undefined
        held.clear()
      } else if (event.type === 'keyup') release(event)
      else if (event.type === 'keydown' && (event.flags & UNTRUSTED) === 0) {
        if (isDirectPress(event)) {
          if (presses.length < MOST_PRESSES) press(event)
        } else if (event.class !== KEY_CLASS.shift && event.class !== KEY_CLASS.modifier) last = undefined
      }
    },
    done: () => (presses.length < LEAST_PRESSES ? null : write(presses.length, statisticsOf(presses))),
  }
}

/** Undefined if there is too little of a kind, or the clock is too coarse. */
function statisticsOf(presses: readonly Press[]): number[] | undefined {
  const [inside, starts, spaces]: [number[], number[], number[]] = [[], [], []]
  for (const press of presses) {
    if (press.gapMs === undefined) continue
    if (press.class === KEY_CLASS.space) spaces.push(log(press.gapMs))
    else if (press.after === KEY_CLASS.space) starts.push(log(press.gapMs))
    else inside.push(log(press.gapMs))
  }
  const holds = sorted(presses.flatMap(({ holdMs }) => (holdMs === undefined ? [] : log(holdMs))))
  if (holds.length < LEAST_HOLDS || inside.length < LEAST_INSIDE) return undefined
  if (starts.length < LEAST_STARTS || spaces.length < LEAST_STARTS) return undefined
  if (new Set(presses.map(({ gapMs }) => Math.round(gapMs ?? 0))).size < LEAST_VARIETY) return undefined
  const gaps = sorted(inside)
  const [hold, gap] = [quantile(holds, 0.5), quantile(gaps, 0.5)]
  const spaceHolds = presses.flatMap((press) =>
    press.class === KEY_CLASS.space && press.holdMs !== undefined ? log(press.holdMs) : [],
  )
  return [
    hold,
    quantile(holds, 0.75) - quantile(holds, 0.25),
    quantile(holds, 0.9) + quantile(holds, 0.1) - 2 * hold,
    gap,
    quantile(gaps, 0.75) - quantile(gaps, 0.25),
    quantile(gaps, 0.9) - gap,
    gap - quantile(gaps, 0.1),
    median(starts) - gap,
    median(spaces) - gap,
    spaceHolds.length < LEAST_STARTS ? 0 : median(spaceHolds) - hold,
    ...overlapsOf(presses, gap),
  ]
}

/** How the hold of a key relates to the interval after it: `release`, `holdThenGap` and `rollover`. */
function overlapsOf(presses: readonly Press[], gap: number): [number, number, number] {
  const [holds, gaps, rests]: [number[], number[], number[]] = [[], [], []]
  for (let i = 1; i < presses.length; i++) {
    const { holdMs } = presses[i - 1] as Press
    const { gapMs } = presses[i] as Press
    if (holdMs === undefined || gapMs === undefined) continue
    holds.push(log(holdMs))
    gaps.push(Math.min(log(gapMs), gap + MOST_SLOWNESS))
    rests.push(gapMs - holdMs)
  }
  const rolled = rests.filter((rest) => rest < 0).length
  return [
    median(rests) / Math.exp(gap),
    correlation(holds, gaps),
    rests.length === 0 ? 0 : rolled / rests.length,
  ]
}

const log = (ms: number): number => Math.log(Math.max(SHORTEST_MS, ms))

/** Parts of a unit that are stored. */
const PARTS = 16
const FARTHEST = 32_767

/** The number of presses in one byte, and two bytes for each statistic. */
function write(presses: number, statistics: readonly number[] | undefined): string | null {
  if (statistics === undefined) return null
  const bytes = Buffer.alloc(1 + 2 * UNITS.length)
  bytes.writeUInt8(presses)
  for (const [i, unit] of UNITS.entries()) {
    const value = Math.round((PARTS * (statistics[i] as number)) / unit)
    bytes.writeInt16LE(Math.max(-FARTHEST, Math.min(FARTHEST, value)), 1 + 2 * i)
  }
  return bytes.toString('base64')
}

export interface TypingStatistics {
  readonly presses: number
  /** In units of what varies between sessions of one program. */
  readonly values: Float64Array
}

export function readStatistics(text: string): TypingStatistics {
  const bytes = Buffer.from(text, 'base64')
  return {
    presses: bytes.readUInt8(),
    values: Float64Array.from(UNITS, (_, i) => bytes.readInt16LE(1 + 2 * i) / PARTS),
  }
}
