/** Scores a recording with the current checks and weights, as the service would. */
import type { RecommendedAction } from '../../src/contract/checks.ts'
import { makeReport } from '../../src/report/report.ts'
import { type KeptRecording, sessionOf } from './recordings.ts'

export interface ScoredRecording {
  readonly recording: KeptRecording
  /** Without context (machine and network): the lab is a virtual machine without a graphics card. */
  readonly score: number
  readonly action: RecommendedAction
  readonly explanation: string
  /** Names of the checks with the result `Detected`. */
  readonly detected: readonly string[]
}

export function scoreRecording(recording: KeptRecording): ScoredRecording {
  const { record } = makeReport(sessionOf(recording), {}, (check, error) => {
    throw new Error(`${check} failed on ${recording.name}`, { cause: error })
  })
  const detected = Object.entries({ ...record.biometric_checks, ...record.device_checks })
    .filter(([, result]) => result === 'Detected')
    .map(([name]) => name)
  return {
    recording,
    score: record.risk_parts.input,
    action: record.recommended_action,
    explanation: record.risk_explanation,
    detected,
  }
}
