/** Turns a score into a recommended action. */
import type { RecommendedAction } from '../contract/checks.ts'

/** The bounds of the four score ranges (bands): the lowest scores of the second, third and fourth actions. */
export type Bands = readonly [number, number, number]

export const BANDS: Bands = [25, 50, 70]

const BY_BAND = [
  'Auto-accept',
  'Accept with monitoring',
  'Manual review or require additional verification',
  'Auto-reject or high-priority review',
] as const satisfies readonly RecommendedAction[]

export interface Circumstances {
  /** There is too little evidence to call the session clean. */
  readonly hasTooLittleEvidence: boolean
  /** Evidence is missing that automatic acceptance needs. */
  readonly lacksEvidenceToAccept: boolean
  /** The workspace never reviews or rejects. */
  readonly monitorOnly: boolean
}

/** Too little evidence never accepts, never rejects, and never hides an upper band. */
export function actionFor(score: number, bands: Bands, circumstances: Circumstances): RecommendedAction {
  const band = bands.filter((lowest) => score >= lowest).length
  if (circumstances.hasTooLittleEvidence && band < 2) return 'Unknown'
  const raised = circumstances.lacksEvidenceToAccept ? Math.max(1, band) : band
  return BY_BAND[circumstances.monitorOnly ? Math.min(1, raised) : raised] as RecommendedAction
}
