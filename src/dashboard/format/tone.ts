/** Color tones of actions and results. A text always accompanies the color. */

import type { CheckResult, RecommendedAction } from '../../contract/checks.ts'
import type { BandCounts } from '../../contract/dashboard/sessions.ts'
import type { Verdict } from '../../contract/verdicts.ts'

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

const VERDICT_TONES: Readonly<Record<Verdict, BandTone>> = { keep: 'good', review: 'review', remove: 'stop' }
export const verdictTone = (verdict: Verdict): BandTone => VERDICT_TONES[verdict]

/** In stacking order, bottom first. */
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
