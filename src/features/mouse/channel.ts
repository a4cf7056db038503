/** How mouse moves and keys reached the page: see the row `channel`. */
import type { EventOf } from '../../contract/rows.ts'
import { TICKS_PER_MS } from '../../contract/rows.ts'
import type { Fold } from '../session/fold.ts'

export interface ChannelFeatures {
  /** Trusted mouse moves in a browser that says how many positions it merged into each. */
  readonly moves: number
  /** Share of them that merge several positions. */
  readonly multipleShare: number
  /** Share of them in the same frame as the move before. */
  readonly crowdedShare: number
  /** Median time between two moves. */
  readonly gapMs: number
  /** The 10th, 50th and 90th percentile of the time from event to handler. */
  readonly earlyMs: number
  readonly middleMs: number
  readonly lateMs: number
  readonly keys: number
  /** Median time from event to handler. */
  readonly keyDelayMs: number
}

/**
 * How mouse moves were delivered. `device`: as from a mouse. `injected`: some merged, some several to a frame, which a
 * browser that delivers a mouse's moves never mixes. `locked`: one to a frame, each stamped when the frame before ended.
 * `unmerged`: one to a frame, never merged, at any delay; a device that reports 60 times a second does that too.
 */
export type Delivery = 'unknown' | 'device' | 'injected' | 'locked' | 'unmerged'

/** Fewer moves have no rate. */
export const MIN_CHANNEL_MOVES = 60
export const CROWDED_SHARE = 0.05
/** With developer tools open, Chromium delivers every move at once and merges none. */
const SOME_MERGED = 0.05
export const UNMERGED_SHARE = 0.02
/** One move a frame on a screen of 60 frames a second. A faster screen merges little anyway. */
const FRAME_MS = { least: 14, most: 21 } as const
/** Delays as shares of a frame. A device with its own clock spreads them evenly: median near 0.5, early near 0.1. */
export const LOCKED_MIDDLE = 0.75
const LOCKED_EARLY = 0.4

export function deliveryOf(channel: ChannelFeatures): Delivery {
  const { moves, crowdedShare, multipleShare, gapMs, earlyMs, middleMs } = channel
  if (moves < MIN_CHANNEL_MOVES) return 'unknown'
  if (crowdedShare >= CROWDED_SHARE) return multipleShare >= SOME_MERGED ? 'injected' : 'unknown'
  if (multipleShare >= UNMERGED_SHARE) return 'device'
  if (gapMs < FRAME_MS.least || gapMs > FRAME_MS.most) return 'unknown'
  return middleMs >= LOCKED_MIDDLE * gapMs && earlyMs >= LOCKED_EARLY * gapMs ? 'locked' : 'unmerged'
}

/** A row with fewer moves has no percentiles. */
const MIN_MOVES = 8

export function foldChannel(): Fold<ChannelFeatures> {
  let moves = 0
  let multiple = 0
  let crowded = 0
  let placed = 0
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
    for (const name of ['gap', 'early', 'middle', 'late'] as const) sums[name] += event.moves * event[name]
  }

  const share = (count: number): number => (moves === 0 ? 0 : count / moves)
  const mean = (sum: number, of: number): number => (of === 0 ? 0 : sum / of / TICKS_PER_MS)
  return {
    step(event) {
      if (event.type === 'channel') add(event)
    },
    done: () => ({
      moves,
      multipleShare: share(multiple),
      crowdedShare: share(crowded),
      gapMs: mean(sums.gap, placed),
      earlyMs: mean(sums.early, placed),
      middleMs: mean(sums.middle, placed),
      lateMs: mean(sums.late, placed),
      keys,
      keyDelayMs: mean(keyDelays, keys),
    }),
  }
}
