/** Builds the report of a recorded session: a pure function of the batches, the weights and the settings. */
import { runSessionChecks, type SessionOutcomes } from '../checks/session.ts'
import type { RecordedSession } from '../contract/batch/recording.ts'
import {
  BIOMETRIC_CHECKS,
  type CheckResult,
  DEVICE_CHECKS,
  type SessionCheckName,
} from '../contract/checks.ts'
import type {
  BiometricChecks,
  DeviceChecks,
  EventEntry,
  EvidenceCoverage,
  SessionReport,
} from '../contract/session.ts'
import type { RiskSettings } from '../contract/settings.ts'
import { eventLog } from '../features/log/log.ts'
import { documentsOf } from '../features/session/documents.ts'
import { withoutUnobserved } from '../features/session/observed_time.ts'
import { foldSession, type SessionFeatures } from '../features/session/session.ts'
import { beganUnobserved, missingEvidence, type Needed } from '../risk/acceptance.ts'
import { type Assessment, assess, RISK_VERSION } from '../risk/assess.ts'
import { provenBy } from '../risk/decision.ts'
import { cannedOutcomes } from './canned/canned_sessions.ts'

/** A session report without its log, which is stored separately because it is much larger, and without label, step-up and decision. */
export type ReportRecord = Omit<
  SessionReport,
  'user_logs' | 'effective_action' | 'overridden_by' | 'step_up' | 'decision'
>

/** Bump it when the fields of a record change, so that saved reports are rebuilt. */
export const RECORD_VERSION = 6

export interface MadeReport {
  readonly record: ReportRecord
  readonly log: readonly EventEntry[]
  readonly outcomes: SessionOutcomes
  readonly assessment: Assessment
  readonly missing: readonly Needed[]
  readonly features: SessionFeatures
}

/** `onError` receives the error of a check that throws; its result is `Unknown`. */
export function makeReport(
  session: RecordedSession,
  settings: RiskSettings,
  onError: (check: string, error: unknown) => void,
): MadeReport {
  const batches = documentsOf(session.batches).flatMap((document) => document.batches)
  const foldOr = (own: typeof batches) =>
    featuresOr({ ...session, batches: own }, (error) => onError('features', error))
  const features = foldOr(batches)
  const outcomes = cannedOutcomes(session.sessionId) ?? runSessionChecks(features, onError)
  const ofObserved = beganUnobserved(features)
    ? runSessionChecks(foldOr(withoutUnobserved(batches)), onError)
    : undefined
  const missing = missingEvidence(outcomes, features, ofObserved)
  const assessment = assess(outcomes, missing, settings)
  return {
    record: {
      session_id: session.sessionId,
      ...(session.userId === null ? {} : { user_id: session.userId }),
      tags: [...session.tags],
      ...verifiedAgent(batches),
      risk_score: assessment.risk_score,
      risk_explanation: assessment.risk_explanation,
      recommended_action: assessment.recommended_action,
      biometric_checks: resultsOf(BIOMETRIC_CHECKS, outcomes) as BiometricChecks,
      device_checks: resultsOf(DEVICE_CHECKS, outcomes) as DeviceChecks,
      risk_parts: assessment.risk_parts,
      risk_contributions: assessment.contributions.map(({ check, points, limitedBy }) => ({
        check,
        points,
        limited_by: limitedBy,
      })),
      evidence_coverage: coverageOf(features),
      proven: provenBy(missing),
      model_version: RISK_VERSION,
    },
    log: eventLog(batches),
    outcomes,
    assessment,
    missing,
    features,
  }
}

/** Of several, the first. */
function verifiedAgent(batches: RecordedSession['batches']): Pick<ReportRecord, 'verified_agent'> {
  const findings = batches.map(({ receipt }) => receipt.agent)
  const found = findings.find((finding) => finding?.status === 'verified')
  return found?.status === 'verified' ? { verified_agent: found.verified_agent } : {}
}

function coverageOf({ seen, device, network, observed }: SessionFeatures): EvidenceCoverage {
  return {
    ...seen,
    device: device.readings > 0,
    network: network.facts.some((facts) => Object.values(facts).some((value) => value !== null)),
    observed_seconds: Math.floor(observed.observedMs / 1_000),
  }
}

/** A session whose batches cannot be processed counts as one without batches. */
function featuresOr(session: RecordedSession, onError: (error: unknown) => void): SessionFeatures {
  try {
    return foldSession(session)
  } catch (error) {
    onError(error)
    return foldSession({ ...session, batches: [] })
  }
}

function resultsOf(
  names: readonly SessionCheckName[],
  outcomes: SessionOutcomes,
): Record<string, CheckResult> {
  return Object.fromEntries(names.map((name) => [name, outcomes[name].result]))
}
