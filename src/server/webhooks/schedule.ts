/** When a delivery that was not taken is tried again. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** After the first try, the second, …: ten tries over three days, as the Standard Webhooks specification proposes. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

export const MAX_TRIES = DELAYS_MS.length + 1

/** So that what failed together is not tried together. */
const JITTER = 0.1

/** Null: it has been tried often enough. `chance` is 0 to 1. */
export function nextTryAt(tries: number, now: number, chance: number): number | null {
  const delay = DELAYS_MS[tries - 1]
  return delay === undefined ? null : Math.round(now + delay * (1 + JITTER * (2 * chance - 1)))
}
