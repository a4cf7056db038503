/** What the stored time says about a clock, for callers without a history of it: commands, `doctor`, metrics. */
import type { ClockRow } from '../../store/clock.ts'
import { JUMP_MS } from '../../store/stray.ts'
import { RELEASED_AT } from '../config/program_version.ts'
import type { ClockState } from './timeline.ts'

/** A running service stores its time every minute, so the stored time is that of a plausible clock or older. */
export function clockStateOf(
  { newest, reference }: Pick<ClockRow, 'newest' | 'reference'>,
  wall: number,
): ClockState {
  if (wall < RELEASED_AT || wall < Math.max(newest, reference) - JUMP_MS) return 'behind'
  return wall > Math.min(newest, reference) + JUMP_MS ? 'ahead' : 'plausible'
}
