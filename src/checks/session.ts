/** The registry of session checks, in the order of the specification, and the one loop that runs them. */
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, type SessionCheckName } from '../contract/checks.ts'
import type { SessionFeatures } from '../features/session.ts'
import { type Check, type Outcome, unknown } from './check.ts'

export const SESSION_CHECKS: readonly Check<SessionFeatures>[] = []

export type SessionOutcomes = Readonly<Record<SessionCheckName, Outcome>>

export function runSessionChecks(
  features: SessionFeatures,
  onError: (check: string, error: unknown) => void,
): SessionOutcomes {
  const outcomes = Object.fromEntries(
    [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS].map((name) => [name, unknown('this check is not in use')]),
  )
  for (const check of SESSION_CHECKS) {
    try {
      outcomes[check.name] = check.run(features)
    } catch (error) {
      onError(check.name, error)
      outcomes[check.name] = unknown('the check failed to run')
    }
  }
  return outcomes as SessionOutcomes
}
