/**
 * A monotonic clock that also counts the time for which the machine was suspended. Otherwise, the clock of a laptop would
 * jump ahead each time it wakes up.
 */

/** More than clock adjustments; shorter suspensions do not matter. */
const NOTICED_MS = 1_000

export interface ElapsedOptions {
  wall(): number
  /** May stand still while the machine is suspended. */
  monotonic(): number
  /** Counts suspension. Read only when the wall clock has jumped. */
  uptime(): number
}

export function openElapsed({ wall, monotonic, uptime }: ElapsedOptions): () => number {
  const read = () => ({ wall: wall(), monotonic: monotonic(), uptime: uptime() })
  let last = read()
  let suspendedMs = 0
  return () => {
    const ranMs = monotonic() - last.monotonic
    if (Math.abs(wall() - last.wall - ranMs) > NOTICED_MS) {
      const before = last
      last = read()
      const missing = (clock: 'wall' | 'uptime') =>
        last[clock] - before[clock] - (last.monotonic - before.monotonic)
      // Both clocks must agree: each may jump for other reasons.
      suspendedMs += Math.max(0, Math.min(missing('wall'), missing('uptime')))
    }
    return monotonic() + suspendedMs
  }
}
