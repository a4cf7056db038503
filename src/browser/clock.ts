/** The time of events, in tenths of a millisecond since the document's time origin. */
import { now, round } from './natives.ts'

/** An event cannot come from the future; some WebViews and every forged stamp claim so. */
const MAX_LEAD_MS = 1000

export const tenths = (): number => round(now() * 10) || 0

/** When it happened, rather than when it was handled. */
export function timeOf({ timeStamp }: Event): number {
  return timeStamp >= 0 && timeStamp < now() + MAX_LEAD_MS ? round(timeStamp * 10) : tenths()
}
