/** Which versions of browsers can exist: a claim of a version far above the newest one names no browser. */

export type EngineName = 'chromium' | 'gecko' | 'webkit'

interface Release {
  /** A version that was released by `MEASURED_AT`. */
  readonly major: number
  /** The shortest time between two versions. */
  readonly everyDays: number
  /** Long-term releases are up to 13 versions older than the newest one, which preview builds precede by three. */
  readonly ahead: number
}

/** The measured versions; WebKit counts years. */
const RELEASES: Readonly<Record<EngineName, Release>> = {
  chromium: { major: 156, everyDays: 14, ahead: 16 },
  gecko: { major: 153, everyDays: 28, ahead: 16 },
  webkit: { major: 26, everyDays: 365, ahead: 3 },
}
const MEASURED_AT = Date.UTC(2026, 10, 17)
const DAY_MS = 24 * 3600_000

/**
 * Whether a version can exist by now. A clock before the measurement is wrong, and counts as its date. A clock that is
 * ahead admits one more version for each two or four weeks, so it takes decades to admit an invented one.
 */
export function canExist(engine: EngineName, major: number, now: number): boolean {
  const { major: measured, everyDays, ahead } = RELEASES[engine]
  const days = Math.max(0, now - MEASURED_AT) / DAY_MS
  return major <= measured + ahead + Math.floor(days / everyDays)
}
