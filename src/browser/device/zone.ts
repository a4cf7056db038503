/** The time zone. Temporal is fast; the first formatter of a process takes tens of milliseconds. */
import { win } from '../natives.ts'

interface TemporalNow {
  readonly Now: { timeZoneId(): string }
}

export const zone = (from: typeof globalThis = win): string =>
  (from as { Temporal?: TemporalNow }).Temporal?.Now.timeZoneId() ??
  from.Intl.DateTimeFormat().resolvedOptions().timeZone
