/** Maps recommended actions to the short names under which charts and counts group sessions. */
import type { RecommendedAction } from './checks.ts'
import type { BandCounts } from './dashboard/sessions.ts'

const BANDS: Readonly<Record<RecommendedAction, keyof BandCounts>> = {
  'Auto-accept': 'accept',
  'Accept with monitoring': 'monitor',
  'Manual review or require additional verification': 'review',
  'Auto-reject or high-priority review': 'reject',
  Unknown: 'unknown',
}

export const bandOf = (action: string | null): keyof BandCounts =>
  action === null ? 'unknown' : (BANDS[action as RecommendedAction] ?? 'unknown')

export const noCounts = (): BandCounts => ({ accept: 0, monitor: 0, review: 0, reject: 0, unknown: 0 })

export const sumOf = (counts: BandCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
