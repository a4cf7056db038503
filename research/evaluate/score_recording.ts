/** Scores a labeled recording as the service would. */

import { runSessionChecks } from '../../src/checks/session.ts'
import {
  BIOMETRIC_CHECKS,
  type CheckResult,
  DEVICE_CHECKS,
  type SessionCheckName,
} from '../../src/contract/checks.ts'
import { foldSession } from '../../src/features/session/session.ts'
import { missingEvidence } from '../../src/risk/acceptance.ts'
import { assess } from '../../src/risk/assess.ts'
import type { Labeled } from '../lab/convert/labeled.ts'

export interface ScoredRecording extends Omit<Labeled, 'session'> {
  readonly score: number
  readonly action: string
  readonly events: number
  readonly results: Readonly<Record<SessionCheckName, CheckResult>>
}

export const ALL_CHECKS: readonly SessionCheckName[] = [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]

const ON_DEVICE: ReadonlySet<string> = new Set(DEVICE_CHECKS)

/** Third-party recordings of people have the device of `completed.ts`, so its results would be meaningless. */
const hasDevice = ({ kind, source }: Pick<Labeled, 'kind' | 'source'>): boolean =>
  kind !== 'person' || source === 'personas'

export function scoreRecording({ session, ...label }: Labeled): ScoredRecording {
  const features = foldSession(session)
  const outcomes = runSessionChecks(features, (check, error) => {
    throw new Error(`${check} failed on ${label.name}`, { cause: error })
  })
  const assessment = assess(outcomes, missingEvidence(outcomes, features), {})
  return {
    ...label,
    score: assessment.risk_score,
    action: assessment.recommended_action,
    events: features.coverage.events,
    results: Object.fromEntries(
      ALL_CHECKS.map((name) => [
        name,
        hasDevice(label) || !ON_DEVICE.has(name) ? outcomes[name].result : 'Unknown',
      ]),
    ) as ScoredRecording['results'],
  }
}
