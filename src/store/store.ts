/**
 * The interface of the storage engines. One conformance suite (`test/store/store.suite.ts`) tests both.
 *
 * When the promise of a write resolves, the data is on disk. Workspaces are isolated from each other.
 * Times are milliseconds, passed in by the caller: a store reads no clock.
 */
import type { AccountStore } from './accounts.ts'
import type { AnalyzeAgainStore } from './analyze_again.ts'
import type { AuditStore } from './audit.ts'
import type { ChallengeStore } from './challenges.ts'
import type { ClockStore } from './clock.ts'
import type { FactStore } from './facts.ts'
import type { KeyStore } from './keys.ts'
import type { QueuedErasureStore } from './queued_erasures.ts'
import type { RateStore } from './rates.ts'
import type { ReferenceStore } from './references.ts'
import type { SessionStore } from './sessions.ts'
import type { StepUpStore } from './step_ups.ts'
import type { SurveyStore } from './surveys.ts'
import type { UploadStore } from './uploads.ts'
import type { UsedResultStore } from './used_results.ts'
import type { WebhookStore } from './webhooks.ts'

export interface Store {
  readonly sessions: SessionStore
  readonly keys: KeyStore
  readonly surveys: SurveyStore
  readonly analyzeAgain: AnalyzeAgainStore
  readonly references: ReferenceStore
  readonly accounts: AccountStore
  readonly facts: FactStore
  readonly audit: AuditStore
  readonly webhooks: WebhookStore
  readonly uploads: UploadStore
  readonly challenges: ChallengeStore
  readonly usedResults: UsedResultStore
  readonly stepUps: StepUpStore
  readonly clock: ClockStore
  readonly queuedErasures: QueuedErasureStore
  /** Only where several nodes share the store; a single process counts in memory. */
  readonly rates?: RateStore
  /** Only on a cluster: whether each worker, as `worker1:5432`, accepts writes. */
  readonly workers?: () => Promise<ReadonlyMap<string, boolean>>
  /** Health check: a small write, at most once a second. Rejects when the store does not respond or cannot be written. */
  ping(): Promise<void>
  /** For a quiet hour, because writes wait for seconds: removes what erasures left in the unused space of the files. */
  clearErased(): Promise<void>
  /** Writes a consistent copy while the store is in use. */
  backup(toFile: string): Promise<void>
  close(): Promise<void>
}
