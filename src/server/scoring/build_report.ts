/** Builds the report of one session from its stored batches. Runs on a worker thread. */
import { decodeBatch } from '../../contract/batch/codec.ts'
import type { RecordedSession } from '../../contract/batch/recording.ts'
import { DEFAULT_LINK_SCOPE, type LinkScope } from '../../contract/linked_sessions.ts'
import type { RiskSettings } from '../../contract/settings.ts'
import { findReplay } from '../../features/replay/find.ts'
import { makeEvidence } from '../../report/evidence.ts'
import { makeReport } from '../../report/report.ts'
import { buildView } from '../../report/view/build_view.ts'
import { type GivenTask, judgeStepUp, type StepUpOutcome } from '../../risk/step_up.ts'
import type { SessionFacts } from '../../store/facts.ts'
import { EVIDENCE_MAKER } from './evidence_maker.ts'
import { writeLog } from './saved_log.ts'
import { factsOf } from './session_facts.ts'

export interface ReportJob {
  readonly sessionId: string
  readonly userId: string | null
  readonly tags: readonly string[]
  readonly tampered: number
  readonly overflow: number
  /** Encoded by the contract's codec, each in its own buffer, which is transferred to the thread. */
  readonly batches: readonly Uint8Array<ArrayBuffer>[]
  readonly settings: RiskSettings
  readonly linkScope?: LinkScope
  /** Earlier sessions that this one may replay. */
  readonly earlier?: readonly EarlierSession[]
  /** Also build the evidence, which is much larger than the report. */
  readonly withEvidence?: true
  /** Also build the dashboard's view. */
  readonly withView?: true
  /** Also judge this task. */
  readonly stepUp?: GivenTask
}

export interface EarlierSession {
  readonly sessionId: string
  readonly batches: readonly Uint8Array<ArrayBuffer>[]
}

export interface CheckFailure {
  readonly check: string
  readonly error: { readonly name: string; readonly message: string; readonly stack: string }
}

export interface BuiltReport {
  readonly record: string
  readonly log: string
  readonly score: number
  readonly action: string
  readonly failures: readonly CheckFailure[]
  readonly facts: Omit<SessionFacts, 'savedAt'>
  /** The index by which replays of a session are found. */
  readonly marks: readonly number[]
  readonly evidence?: string
  readonly view?: string
  readonly stepUp?: StepUpOutcome
}

export function buildReport(job: ReportJob): BuiltReport {
  const failures: CheckFailure[] = []
  const session = readSession(job)
  const made = makeReport(session, job.settings, (check, error) =>
    failures.push({ check, error: plainError(error) }),
  )
  const { record, log } = made
  return {
    record: JSON.stringify(record),
    log: writeLog(log),
    score: record.risk_score,
    action: record.recommended_action,
    facts: factsOf(made, session.batches, job.linkScope ?? DEFAULT_LINK_SCOPE),
    marks: made.features.replay.marks,
    failures,
    ...(job.withView && { view: JSON.stringify(buildView(made, session.batches)) }),
    ...(job.stepUp && { stepUp: judgeStepUp(session, job.stepUp) }),
    ...(job.withEvidence && { evidence: makeEvidence(session, job.settings, EVIDENCE_MAKER, () => {}) }),
  }
}

function readSession({ earlier = [], ...job }: ReportJob): RecordedSession {
  const { sessionId, userId, tags, tampered, overflow } = job
  const decoded = (batches: ReportJob['batches']) => batches.map((bytes) => decodeBatch(bytes))
  const session = { sessionId, userId, tags, tampered, overflow, batches: decoded(job.batches) }
  const others = earlier.map((other) => ({ ...session, ...other, batches: decoded(other.batches) }))
  const replay = findReplay(session, others)
  return replay === undefined ? session : { ...session, replay }
}

function plainError(error: unknown): CheckFailure['error'] {
  if (!(error instanceof Error)) return { name: typeof error, message: '', stack: '' }
  return { name: error.name, message: error.message, stack: error.stack ?? '' }
}
