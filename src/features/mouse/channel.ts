/** How mouse moves and keys reached the page: see the row `channel`. */
import type { EventOf } from '../../contract/batch/rows.ts'
import { TICKS_PER_MS } from '../../contract/batch/rows.ts'
import type { Fold } from '../session/fold.ts'

export interface Measured {
  /** Trusted mouse moves in a browser that says how many positions it merged into each. */
  readonly moves: number
  /** Share of them that merge several positions. */
  readonly multipleShare: number
  /** Share of them in the same frame as the move before, without those that a key or a button press may have sent on. */
  readonly crowdedShare: number
  /** Median time between two moves. */
  readonly gapMs: number
  /** The 10th, 50th and 90th percentile of the time from event to handler; the 50th no longer than the gap. */
  readonly earlyMs: number
  readonly middleMs: number
  readonly lateMs: number
  /** Share of them among which a tenth waited longer than the time between two moves. */
  readonly waitedShare: number
  readonly keys: number
  /** Median time from event to handler. */
  readonly keyDelayMs: number
}

export interface ChannelFeatures extends Measured {
  /** The clearest delivery after any row, so that later moves cannot hide it. */
  readonly delivery: Delivery
}

/**
 * How mouse moves were delivered. `device`: as from a mouse. `injected`: some merged, many several to a frame, which a
 * browser that delivers a mouse's moves does not mix. `crowded`: the same, but no more than on the busiest pages.
 * `direct`: most of them several to a frame, and none merged: in Firefox from a driver, in Chromium with developer tools.
 * `awaited`: never merged, and each sent after the one before was handled. `unmerged`: never merged, one to a frame; a
 * device that reports 60 times a second may do that too.
 */
export type Delivery = (typeof DELIVERIES)[number]

/** From the weakest evidence to the strongest. */
const DELIVERIES = ['unknown', 'direct', 'device', 'unmerged', 'crowded', 'awaited', 'injected'] as const

/** Fewer moves have no rate. */
export const MIN_CHANNEL_MOVES = 60
/** Of 1,506 native runs, five delivered more of their moves like this, at most 18%: all on the busiest pages. */
export const CROWDED_SHARE = { some: 0.12, many: 0.2 } as const
/** In Firefox, at most 7% of a mouse's moves and at least 70% of a driver's, at any rate. */
export const DIRECT_SHARE = 0.4
/** A browser that rounds its clock to tenths of a second puts many moves into one frame. */
const MIN_DIRECT_GAP_MS = 1
/** With developer tools open, Chromium delivers every move at once and merges few. */
const SOME_MERGED = 0.1
export const UNMERGED_SHARE = 0.02
/** One move a frame on a screen of 60 frames a second. A faster screen merges little anyway. */
const FRAME_MS = { least: 14, most: 21 } as const
/** Median delay as a share of a frame. A device with its own clock spreads delays evenly: median near 0.5. */
export const AWAITED_MIDDLE = 0.75
/** A device's move that waits until the next one comes is merged with it, so a tenth of these moves would be merged. */
export const WAITED_SHARE = 0.4
/** A slower device pauses within a stroke. */
const LONGEST_WAIT_MS = 40

export function deliveryOf(measured: Measured): Delivery {
  const { moves, crowdedShare, multipleShare, gapMs, middleMs, waitedShare } = measured
  if (moves < MIN_CHANNEL_MOVES) return 'unknown'
  if (crowdedShare >= CROWDED_SHARE.some && multipleShare >= SOME_MERGED)
    return crowdedShare >= CROWDED_SHARE.many ? 'injected' : 'crowded'
  if (crowdedShare >= CROWDED_SHARE.many) {
    const isDirect =
      crowdedShare >= DIRECT_SHARE && multipleShare < UNMERGED_SHARE && gapMs >= MIN_DIRECT_GAP_MS
    return isDirect ? 'direct' : 'unknown'
  }
  if (multipleShare >= UNMERGED_SHARE) return 'device'
  if (gapMs < FRAME_MS.least || gapMs > LONGEST_WAIT_MS) return 'unknown'
  if (waitedShare >= WAITED_SHARE) return 'awaited'
  if (gapMs > FRAME_MS.most) return 'unknown'
  return middleMs >= AWAITED_MIDDLE * gapMs ? 'awaited' : 'unmerged'
}

/** A row with fewer moves has no percentiles. */
const MIN_MOVES = 8

/** Timers are not exact. */
const LATE_GAPS = 1.05

/** The browser delivers waiting moves at once, before a key or a press. After a longer pause none is waiting. */
const SENT_ON_MS = 100
const SENDS_ON: ReadonlySet<string> = new Set(['down', 'up', 'keydown', 'keyup'])

export function foldChannel(): Fold<ChannelFeatures> {
  let moves = 0
  let multiple = 0
  let crowded = 0
  let sentOn = 0
  let movedT = Number.NEGATIVE_INFINITY
  let clearest = 0
  let placed = 0
  let waited = 0
  const sums = { gap: 0, early: 0, middle: 0, late: 0 }
  let keys = 0
  let keyDelays = 0

  function add(event: EventOf<'channel'>): void {
    keys += event.keys
    keyDelays += event.keys * event.keyDelay
    if (event.samples < 0) return
    moves += event.moves
    multiple += event.multiple
    crowded += event.crowded
    if (event.moves < MIN_MOVES) return
    placed += event.moves
    sums.gap += event.moves * event.gap
    sums.early += event.moves * event.early
    // A stalled page delays moves by seconds, which says nothing about frames.
    sums.middle += event.moves * Math.min(event.middle, event.gap)
    sums.late += event.moves * event.late
    if (event.late > LATE_GAPS * event.gap) waited += event.moves
  }

  const share = (count: number): number => (moves === 0 ? 0 : count / moves)
  const mean = (sum: number, of: number): number => (of === 0 ? 0 : sum / of / TICKS_PER_MS)
  const measured = (): Measured => ({
    moves,
    multipleShare: share(multiple),
    crowdedShare: share(Math.max(0, crowded - sentOn)),
    gapMs: mean(sums.gap, placed),
    earlyMs: mean(sums.early, placed),
    middleMs: mean(sums.middle, placed),
    lateMs: mean(sums.late, placed),
    waitedShare: placed === 0 ? 0 : waited / placed,
    keys,
    keyDelayMs: mean(keyDelays, keys),
  })

  return {
    step(event) {
      if (event.type === 'channel') {
        add(event)
        clearest = Math.max(clearest, DELIVERIES.indexOf(deliveryOf(measured())))
      } else if (event.type === 'move') movedT = event.t
      else if (event.type === 'break') movedT = Number.NEGATIVE_INFINITY
      else if (SENDS_ON.has(event.type) && event.t - movedT < SENT_ON_MS * TICKS_PER_MS) sentOn++
    },
    done: () => ({ ...measured(), delivery: DELIVERIES[clearest] as Delivery }),
  }
}
