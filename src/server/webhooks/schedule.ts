/** When a failed delivery is retried. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Delays after each failed try: ten tries over three days, as the Standard Webhooks specification proposes. */
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

/** Spreads retries of deliveries that failed together. */
const JITTER = 0.1

/** Null: no tries are left. `random` is between 0 and 1. */
export function nextTryAt(tries: number, now: number, random: number): number | null {
  const delay = DELAYS_MS[tries - 1]
  return delay === undefined ? null : Math.round(now + delay * (1 + JITTER * (2 * random - 1)))
}
