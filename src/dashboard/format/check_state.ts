/** How a check is shown. A weak sign adds points although the result is not Detected. */
import type { CheckView } from '../../contract/dashboard/session_view.ts'
import type { BandTone } from './tone.ts'

export type CheckState = 'detected' | 'weak' | 'clear' | 'unknown'

export function checkState({ result, points }: Pick<CheckView, 'result' | 'points'>): CheckState {
  if (result === 'Detected') return 'detected'
  if (points > 0) return 'weak'
  return result === 'Unknown' ? 'unknown' : 'clear'
}

const STATE_TONES: Readonly<Record<CheckState, BandTone>> = {
  detected: 'stop',
  weak: 'watch',
  clear: 'good',
  unknown: 'unknown',
}

/** The checks that decided the score, strongest first, and the others: detections that add nothing come first. */
export function splitChecks<Check extends Pick<CheckView, 'result' | 'points'>>(checks: readonly Check[]) {
  const others = checks.filter(({ points }) => points === 0)
  return {
    decided: checks.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points),
    others: ORDER.flatMap((state) => others.filter((check) => checkState(check) === state)),
  }
}
const ORDER = ['detected', 'clear', 'unknown'] as const

/** Few points are no reason for an alarm. */
const LOUD_POINTS = 25

export function stateTone(check: Pick<CheckView, 'result' | 'points'>): BandTone {
  const state = checkState(check)
  return state === 'detected' && check.points < LOUD_POINTS ? 'review' : STATE_TONES[state]
}
