/** From a score to a recommended action. */
import type { RecommendedAction } from '../contract/checks.ts'

/** Lowest scores of the second, third and fourth action. */
export type Bands = readonly [number, number, number]

export const BANDS: Bands = [25, 50, 70]

const BY_BAND = [
  'Auto-accept',
  'Accept with monitoring',
  'Manual review or require additional verification',
  'Auto-reject or high-priority review',
] as const satisfies readonly RecommendedAction[]

export interface Circumstances {
  /** Too little was seen to call the session clean. */
  readonly isThin: boolean
  /** Something is missing: a batch, a page, the end. */
  readonly isIncomplete: boolean
  /** The workspace only watches. */
  readonly monitorOnly: boolean
}

/** Lack of evidence never accepts, never rejects, and never hides an upper band; a gap never accepts. */
export function actionFor(score: number, bands: Bands, circumstances: Circumstances): RecommendedAction {
  const band = bands.filter((lowest) => score >= lowest).length
  if (circumstances.isThin && band < 2) return 'Unknown'
  const raised = circumstances.isIncomplete ? Math.max(1, band) : band
  return BY_BAND[circumstances.monitorOnly ? Math.min(1, raised) : raised] as RecommendedAction
}
