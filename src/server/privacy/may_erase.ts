/** Decides what a run of retention may erase. A wrong clock, or a mistake, must not empty a workspace. */
import type { ClockGap } from '../../store/clock.ts'

const DAY_MS = 24 * 3_600_000
/** Of the sessions or analyses of a workspace, beyond those that the run a day before foresaw. */
const UNFORESEEN_SHARE = 0.05
/** In a small workspace, one busy hour is more than the share. */
const UNFORESEEN_FEW = 50

/** Records before this time are due. Those in a gap count as of its end, when they arrived. */
export function dueBefore(time: number, keptMs: number, gaps: readonly ClockGap[]): number {
  let before = time - keptMs
  for (const { from, until } of gaps) if (until > time - keptMs) before = Math.min(before, from)
  return before
}

/** Records before this time were foreseen as due within a day of the earlier run. */
export const foreseenBefore = (retainedAt: number, keptMs: number): number => retainedAt + DAY_MS - keptMs

/** How many records one run may erase beyond the forecast. */
export const unforeseenLimit = (total: number): number =>
  Math.max(UNFORESEEN_FEW, Math.floor(total * UNFORESEEN_SHARE))

export interface ErasureCase {
  /** Whether the clock is plausible. */
  readonly isTrusted: boolean
  /** An owner confirmed the time for this workspace. */
  readonly isConfirmed: boolean
  /** The clock has run steadily for a day since the run was held, or since the last run. */
  readonly isWaitOver: boolean
  readonly unforeseen: number
  readonly total: number
}

/** `clock`, `unforeseen`: the reason why the run waits. */
export function mayErase({
  isTrusted,
  isConfirmed,
  isWaitOver,
  unforeseen,
  total,
}: ErasureCase): 'yes' | 'clock' | 'unforeseen' {
  if (isConfirmed) return 'yes'
  if (!isTrusted) return 'clock'
  return isWaitOver || unforeseen <= unforeseenLimit(total) ? 'yes' : 'unforeseen'
}
