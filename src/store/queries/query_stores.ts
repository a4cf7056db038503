/** The parts of a store whose statements both engines share. */
import { AccountQueries } from './account_queries.ts'
import { AnalyzeAgainQueries } from './analyze_again_queries.ts'
import { AuditQueries } from './audit_queries.ts'
import { ChallengeQueries } from './challenge_queries.ts'
import { ClockQueries } from './clock_queries.ts'
import { KeyQueries } from './key_queries.ts'
import { QueuedErasureQueries } from './queued_erasure_queries.ts'
import { ReferenceQueries } from './reference_queries.ts'
import type { StatementRunner } from './statement_runner.ts'
import { StepUpQueries } from './step_up_queries.ts'
import { UploadQueries } from './upload_queries.ts'
import { UsedResultQueries } from './used_result_queries.ts'
import { WebhookQueries } from './webhook_queries.ts'

export abstract class QueryStores {
  readonly keys: KeyQueries
  readonly analyzeAgain: AnalyzeAgainQueries
  readonly accounts: AccountQueries
  readonly audit: AuditQueries
  readonly webhooks: WebhookQueries
  readonly uploads: UploadQueries
  readonly challenges: ChallengeQueries
  readonly usedResults: UsedResultQueries
  readonly stepUps: StepUpQueries
  readonly references: ReferenceQueries
  readonly clock: ClockQueries
  readonly queuedErasures: QueuedErasureQueries

  constructor(runner: StatementRunner) {
    this.keys = new KeyQueries(runner)
    this.analyzeAgain = new AnalyzeAgainQueries(runner)
    this.accounts = new AccountQueries(runner)
    this.audit = new AuditQueries(runner)
    this.webhooks = new WebhookQueries(runner)
    this.uploads = new UploadQueries(runner)
    this.challenges = new ChallengeQueries(runner)
    this.usedResults = new UsedResultQueries(runner)
    this.stepUps = new StepUpQueries(runner)
    this.references = new ReferenceQueries(runner)
    this.clock = new ClockQueries(runner)
    this.queuedErasures = new QueuedErasureQueries(runner)
  }
}
