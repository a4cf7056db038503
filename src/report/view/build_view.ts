/** Builds the dashboard view of one session from its recording. Runs on a scoring thread. */
import { SESSION_CHECKS } from '../../checks/session.ts'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { BIOMETRIC_CHECKS, CHECK_MEANINGS } from '../../contract/checks.ts'
import type { CheckView, SessionReplay, SessionView } from '../../contract/dashboard/session_view.ts'
import { documentsOf } from '../../features/session/documents.ts'
import type { MadeReport } from '../report.ts'
import { momentsBehind } from './check_moments.ts'
import { deviceProperties, networkProperties } from './facts.ts'
import { replayOf } from './replay.ts'
import { timelineOf } from './timeline.ts'

/** The view without the parts that only the store has. */
export type BuiltView = Pick<
  SessionView,
  | 'risk_score'
  | 'risk_parts'
  | 'risk_explanation'
  | 'recommended_action'
  | 'checks'
  | 'coverage'
  | 'device'
  | 'network'
  | 'event_count'
> & { readonly replay: SessionReplay; readonly device_id: string | null }

export function buildView(made: MadeReport, batches: readonly RecordedBatch[]): BuiltView {
  const { record, outcomes, assessment, features, log } = made
  const timeline = timelineOf(batches)
  const pages = documentsOf(batches).length
  const checks = SESSION_CHECKS.map(({ name: check }): CheckView => {
    const outcome = outcomes[check]
    const carried = assessment.contributions.find((contribution) => contribution.check === check)
    const isDetected = outcome.result === 'Detected'
    return {
      check,
      kind: (BIOMETRIC_CHECKS as readonly string[]).includes(check) ? 'biometric' : 'device',
      meaning: CHECK_MEANINGS[check],
      result: outcome.result,
      evidence: outcome.evidence,
      strength: isDetected ? outcome.strength : null,
      proof: isDetected && outcome.proof === true,
      points: carried?.points ?? 0,
      limited_by: carried?.limitedBy ?? null,
      score_without: carried?.scoreWithout ?? record.risk_score,
      at_ms: outcome.result === 'Unknown' ? [] : momentsBehind(check, timeline),
    }
  })
  const device = deviceProperties(batches, features.device)
  return {
    risk_score: record.risk_score,
    risk_parts: record.risk_parts,
    risk_explanation: record.risk_explanation,
    recommended_action: record.recommended_action,
    checks,
    coverage: {
      pages,
      events: features.coverage.events,
      gaps: features.coverage.gaps,
      tampered: features.coverage.tampered,
      overflow: 0,
      ended: features.coverage.ended,
    },
    device: device.facts,
    network: networkProperties(features.network.facts),
    event_count: log.length,
    replay: replayOf(timeline),
    device_id: device.deviceId,
  }
}
