/** Builds the evidence behind a report as one document. */
import { strengthOf } from '../checks/check.ts'
import { CHECKS_VERSION, SESSION_CHECKS, type SessionOutcomes } from '../checks/session.ts'
import type { RecordedBatch } from '../contract/batch/codec.ts'
import type { RecordedSession, Replay } from '../contract/batch/recording.ts'
import type { SessionCheckName } from '../contract/checks.ts'
import { type CheckEvidence, EVIDENCE_FORMAT, type Evidence } from '../contract/evidence.ts'
import type { RiskSettings } from '../contract/settings.ts'
import { BANDS } from '../risk/actions.ts'
import type { Assessment } from '../risk/assess.ts'
import { WEIGHTS } from '../risk/weights.ts'
import { makeReport } from './report.ts'

/** The program that builds or verifies a document. */
export interface Maker {
  /** Its version. */
  readonly program: string
  /** In hexadecimal. */
  sha256(text: string): string
}

/** As JSON text. The same recording under the same settings and program gives the same bytes. */
export function makeEvidence(
  session: RecordedSession,
  settings: RiskSettings,
  maker: Maker,
  onError: (check: string, error: unknown) => void,
): string {
  const { record, outcomes, assessment, features } = makeReport(session, settings, onError)
  const { session_id, user_id, tags, risk_score, risk_parts, risk_explanation, recommended_action } = record
  const evidence: Omit<Evidence, 'digest'> = {
    format: EVIDENCE_FORMAT,
    session_id,
    ...(user_id === undefined ? {} : { user_id }),
    tags,
    versions: { byhand: maker.program, weights: WEIGHTS.version, model: CHECKS_VERSION },
    risk_score,
    risk_parts,
    risk_explanation,
    recommended_action,
    bands: [...(settings.bands ?? BANDS)],
    coverage: { ...features.coverage },
    caps: Object.fromEntries(Object.entries(WEIGHTS.groups).map(([name, { cap }]) => [name, cap])),
    checks: Object.fromEntries(
      SESSION_CHECKS.map((check) => {
        const { name } = check
        const measures = measuresOf(() => check.measure(features))
        return [name, checkEvidence(name, outcomes, assessment, settings, measures, check.thresholds)]
      }),
    ) as Evidence['checks'],
    settings,
    recording: {
      tampered: session.tampered,
      overflow: session.overflow,
      ...(session.replay && { replay: onTheWire(session.replay) }),
      batches: session.batches.map(withoutText),
    },
  }
  return sealed(JSON.stringify(evidence), maker)
}

/** Appends the digest of all bytes before it. */
const sealed = (text: string, { sha256 }: Maker): string => `${text.slice(0, -1)},"digest":"${sha256(text)}"}`

function checkEvidence(
  name: SessionCheckName,
  outcomes: SessionOutcomes,
  { contributions, risk_score }: Assessment,
  settings: RiskSettings,
  measures: CheckEvidence['measures'],
  thresholds: CheckEvidence['thresholds'],
): CheckEvidence {
  const outcome = outcomes[name]
  const isDetected = outcome.result === 'Detected'
  const proof = isDetected && outcome.proof === true
  const { group, isContext, fitted } = weightOf(name)
  const carried = contributions.find(({ check }) => check === name)
  return {
    result: outcome.result,
    evidence: outcome.evidence,
    measures,
    thresholds: { ...thresholds },
    strength: strengthOf(outcome),
    proof,
    group,
    weight: settings.weights?.[name] ?? (proof ? Math.max(fitted, WEIGHTS.proof) : fitted),
    part: isContext ? 'context' : 'input',
    points: carried?.points ?? 0,
    limited_by: carried?.limitedBy ?? null,
    score_without: carried?.scoreWithout ?? risk_score,
  }
}

function weightOf(name: SessionCheckName) {
  for (const [group, { weights, isContext = false }] of Object.entries(WEIGHTS.groups)) {
    const fitted = weights[name]
    if (fitted !== undefined) return { group, isContext, fitted }
  }
  return { group: 'none', isContext: false, fitted: 0 }
}

/** A check that throws has no measurements. */
function measuresOf(measure: () => Readonly<Record<string, number | undefined>>): CheckEvidence['measures'] {
  try {
    return Object.fromEntries(
      Object.entries(measure()).map(([name, value]) => [
        name,
        value === undefined || !Number.isFinite(value) ? null : rounded(value),
      ]),
    )
  } catch {
    return {}
  }
}

const onTheWire = ({ sessionId, presses, pressesOf, strokes, strokesOf }: Replay) => ({
  session_id: sessionId,
  presses,
  presses_of: pressesOf,
  strokes,
  strokes_of: strokesOf,
})

/** Six decimals are exact enough and keep a document readable. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/** `edits` contains answers to survey questions; no session check uses them. */
function withoutText({ batch, receipt }: RecordedBatch): Evidence['recording']['batches'][number] {
  const { edits: _, ...rest } = batch
  return { batch: rest, receipt: { ...receipt } }
}
