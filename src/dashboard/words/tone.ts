/** Which of five tones an action, a score or a result is shown in; the words always stand beside it. */

import type { CheckResult, RecommendedAction } from '../../contract/checks.ts'
import type { BandCounts } from '../../contract/dashboard/sessions.ts'

export type BandTone = 'good' | 'watch' | 'review' | 'stop' | 'unknown'

const ACTIONS: Readonly<Record<RecommendedAction, BandTone>> = {
  'Auto-accept': 'good',
  'Accept with monitoring': 'watch',
  'Manual review or require additional verification': 'review',
  'Auto-reject or high-priority review': 'stop',
  Unknown: 'unknown',
}
export const actionTone = (action: RecommendedAction | null): BandTone => ACTIONS[action ?? 'Unknown']

const RESULTS: Readonly<Record<CheckResult, BandTone>> = {
  Detected: 'stop',
  'Not detected': 'good',
  Unknown: 'unknown',
}
export const resultTone = (result: CheckResult): BandTone => RESULTS[result]

/** From the bottom of a stack of bars to its top. */
export const BANDS: readonly (readonly [
  band: keyof BandCounts,
  tone: BandTone,
  action: RecommendedAction,
])[] = [
  ['accept', 'good', 'Auto-accept'],
  ['monitor', 'watch', 'Accept with monitoring'],
  ['review', 'review', 'Manual review or require additional verification'],
  ['reject', 'stop', 'Auto-reject or high-priority review'],
  ['unknown', 'unknown', 'Unknown'],
]
