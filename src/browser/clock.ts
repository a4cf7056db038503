/** The time of events, in tenths of a millisecond since the document's time origin. */
import { now, round } from './natives.ts'

/** Some WebViews and forged timestamps are in the future; clamp them. */
const MAX_LEAD_MS = 1000

export const tenths = (): number => round(now() * 10) || 0

/** When the event happened, not when it was handled. */
export function timeOf({ timeStamp }: Event): number {
  return timeStamp >= 0 && timeStamp < now() + MAX_LEAD_MS ? round(timeStamp * 10) : tenths()
}
