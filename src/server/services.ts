/** The services that routes use. `start.ts` creates them once and passes them down; nothing is global. */
import type { NetworkProperties } from '../contract/network.ts'
import type { GivenTask, StepUpOutcome } from '../risk/step_up.ts'
import type { FoundSession, SessionKey, SessionWithReport, StoredReport } from '../store/sessions.ts'
import type { Store } from '../store/store.ts'
import type { ServiceClock } from './clock/service_clock.ts'
import type { Config } from './config/config.ts'
import type { AgentVerifier } from './http/signed_message.ts'
import type { RateLimiter } from './limits/rate_limit.ts'
import type { LogFailure } from './telemetry/failure_log.ts'
import type { FreeDisk } from './telemetry/free_disk.ts'
import type { Log } from './telemetry/log.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { KeyCache } from './workspace/key_cache.ts'

export interface Network {
  facts(ip: string): NetworkProperties
  /** Whether the check `tor` can decide. Absent in tests. */
  torList?(now: number): 'current' | 'none' | 'expired'
}

/** A session with a report that is never older than its last stored batch. */
export interface ScoredSession extends SessionWithReport {
  readonly report: StoredReport
}

export interface ScoredReport extends ScoredSession, Pick<FoundSession, 'hasStepUp'> {}

export interface Scoring {
  report(key: SessionKey): Promise<ScoredReport | null>
  /** The evidence document behind the report, as JSON text. Rebuilt on every call. */
  evidence(key: SessionKey): Promise<string | null>
  /** The dashboard's view of a session, as JSON text. Rebuilt on every call. */
  view(key: SessionKey): Promise<string | null>
  /** The result of step-up verification. Null: there is no such session. */
  stepUp(key: SessionKey, task: GivenTask): Promise<StepUpOutcome | null>
  /** In the order given. */
  reports(rows: readonly SessionWithReport[]): Promise<ScoredSession[]>
  /** Call it after storing batches, so that background scoring looks for work. Returns at once. */
  wake(): void
  close(): Promise<void>
}

/** What the verification of signatures works with. */
export type VerifierServices = Pick<Services, 'store' | 'config' | 'keys' | 'now' | 'clock'>

export interface Services {
  readonly config: Config
  readonly store: Store
  readonly keys: KeyCache
  readonly scoring: Scoring
  readonly network: Network
  readonly rates: RateLimiter
  readonly disk: Pick<FreeDisk, 'freeBytes' | 'isLow'>
  readonly agents: AgentVerifier
  readonly log: Log
  /** For failures that may occur many times a second. */
  readonly logFailure: LogFailure
  readonly metrics: Metrics
  readonly clock: ServiceClock
  /** The plausible time, in milliseconds since 1970: that of `clock`. */
  now(): number
}
