/** The fraction of a millisecond at which input arrives: the operating system has a tick, a driver has none. */
import { CLICK_FLAGS, TICKS_PER_MS, UNTRUSTED } from '../../contract/rows.ts'
import type { Fold } from './fold.ts'

export interface ClockFeatures {
  /** Full windows of `PHASE_WINDOW` presses and releases. */
  readonly windows: number
  /** Of the most scattered window: the share of events on or next to its most common tenth of a millisecond. */
  readonly loosestPhase: number
}

export const PHASE_WINDOW = 24

export function foldClock(): Fold<ClockFeatures> {
  const phases: number[] = []
  const counts = new Array<number>(TICKS_PER_MS).fill(0)
  let windows = 0
  let loosestPhase = 1

  function push(phase: number): void {
    phases.push(phase)
    counts[phase] = (counts[phase] as number) + 1
    if (phases.length > PHASE_WINDOW) {
      const oldest = phases.shift() as number
      counts[oldest] = (counts[oldest] as number) - 1
    }
    if (phases.length < PHASE_WINDOW) return
    windows++
    loosestPhase = Math.min(loosestPhase, shareOfMode() / PHASE_WINDOW)
  }

  /** Rounding may put one phase on two neighboring tenths. */
  function shareOfMode(): number {
    let most = 0
    for (let phase = 0; phase < TICKS_PER_MS; phase++) {
      const both = (counts[phase] as number) + (counts[(phase + 1) % TICKS_PER_MS] as number)
      if (both > most) most = both
    }
    return most
  }

  return {
    step(event) {
      // Every page has its own time origin, and with it its own phase.
      if (event.type === 'break') {
        phases.length = 0
        counts.fill(0)
      } else if (
        event.type === 'keydown' ||
        event.type === 'keyup' ||
        event.type === 'down' ||
        event.type === 'up'
      ) {
        if ((event.flags & UNTRUSTED) === 0) push(event.t % TICKS_PER_MS)
      } else if (event.type === 'click' && (event.flags & (UNTRUSTED | CLICK_FLAGS.virtual)) === 0) {
        push(event.t % TICKS_PER_MS)
      }
    },
    done: () => ({ windows, loosestPhase }),
  }
}
