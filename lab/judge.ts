/** A recording judged by the checks and weights as they are now, as the service would judge it. */
import type { RecommendedAction } from '../src/contract/checks.ts'
import { makeReport } from '../src/report/report.ts'
import { type KeptRecording, sessionOf } from './recordings.ts'

export interface Judged {
  readonly recording: KeptRecording
  readonly score: number
  readonly action: RecommendedAction
  readonly explanation: string
  /** Names of the checks that answered `Detected`. */
  readonly detected: readonly string[]
}

export function judge(recording: KeptRecording): Judged {
  const { record } = makeReport(sessionOf(recording), {}, (check, error) => {
    throw new Error(`${check} failed on ${recording.name}`, { cause: error })
  })
  const detected = Object.entries({ ...record.biometric_checks, ...record.device_checks })
    .filter(([, result]) => result === 'Detected')
    .map(([name]) => name)
  return {
    recording,
    score: record.risk_score,
    action: record.recommended_action,
    explanation: record.risk_explanation,
    detected,
  }
}
