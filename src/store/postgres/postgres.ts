import { writeBackup } from '../backup/format.ts'
import { AccountQueries } from '../queries/account_queries.ts'
import { AuditQueries } from '../queries/audit_queries.ts'
import { ChallengeQueries } from '../queries/challenge_queries.ts'
import { KeyQueries } from '../queries/key_queries.ts'
import { LaterAnalysisQueries } from '../queries/later_analysis_queries.ts'
import { ReferenceQueries } from '../queries/reference_queries.ts'
import { StepUpQueries } from '../queries/step_up_queries.ts'
import { UploadQueries } from '../queries/upload_queries.ts'
import { UsedResultQueries } from '../queries/used_result_queries.ts'
import { WebhookQueries } from '../queries/webhook_queries.ts'
import type { Store } from '../store.ts'
import { WriteHealth } from '../write_health.ts'
import { ClusterHealth } from './cluster_health.ts'
import { Database } from './database.ts'
import { hasCitus } from './distribute.ts'
import { dumpPostgres } from './dump.ts'
import { durabilityProblem, readDurability, syncCommitsOnWorkers } from './durability.ts'
import { PostgresFacts } from './facts.ts'
import { migrate } from './migrate.ts'
import { withConnection } from './pool.ts'
import { PostgresRates } from './rates.ts'
import { PostgresSessions } from './sessions.ts'
import { statementRunner } from './statement_runner.ts'
import { PostgresSurveys } from './surveys.ts'

export interface PostgresOptions {
  readonly url: string
  /** At most this many connections of this process. */
  readonly connections?: number
  /** A warning that does not prevent the start. */
  readonly onNotice?: (text: string) => void
  /** Changes neither the schema nor the settings of the servers. */
  readonly asIs?: boolean
}

/** Any number of processes may open one database. They keep no state of their own. */
export async function openPostgres({ url, connections, onNotice, asIs }: PostgresOptions): Promise<Store> {
  const isCluster = asIs ? await withConnection(url, hasCitus) : await prepare(url)
  if (onNotice !== undefined) {
    const servers = await withConnection(url, readDurability)
    for (const { detail } of servers.flatMap((server) => durabilityProblem(server) ?? [])) onNotice(detail)
  }
  return new PostgresStore(url, new Database({ url, connections, isCluster, onNotice }))
}

async function prepare(url: string): Promise<boolean> {
  const { isCluster } = await migrate(url)
  if (isCluster) await withConnection(url, syncCommitsOnWorkers)
  return isCluster
}

class PostgresStore implements Store {
  readonly sessions: PostgresSessions
  readonly keys: KeyQueries
  readonly surveys: PostgresSurveys
  readonly laterAnalyses: LaterAnalysisQueries
  readonly accounts: AccountQueries
  readonly facts: PostgresFacts
  readonly audit: AuditQueries
  readonly webhooks: WebhookQueries
  readonly uploads: UploadQueries
  readonly rates: PostgresRates
  readonly challenges: ChallengeQueries
  readonly usedResults: UsedResultQueries
  readonly stepUps: StepUpQueries
  readonly references: ReferenceQueries
  readonly workers?: () => Promise<ReadonlyMap<string, boolean>>
  readonly #url: string
  readonly #db: Database
  readonly #health: WriteHealth | ClusterHealth

  constructor(url: string, db: Database) {
    this.#url = url
    this.#db = db
    const runner = statementRunner(db)
    this.rates = new PostgresRates(db)
    if (db.isCluster) {
      const health = new ClusterHealth(db)
      this.#health = health
      this.workers = () => health.workers()
    } else this.#health = new WriteHealth(() => this.rates.probe())
    this.sessions = new PostgresSessions(db, this.#health)
    this.keys = new KeyQueries(runner)
    this.surveys = new PostgresSurveys(db)
    this.laterAnalyses = new LaterAnalysisQueries(runner)
    this.accounts = new AccountQueries(runner)
    this.facts = new PostgresFacts(db)
    this.audit = new AuditQueries(runner)
    this.webhooks = new WebhookQueries(runner)
    this.uploads = new UploadQueries(runner)
    this.challenges = new ChallengeQueries(runner)
    this.usedResults = new UsedResultQueries(runner)
    this.stepUps = new StepUpQueries(runner)
    this.references = new ReferenceQueries(runner)
  }

  async ping(): Promise<void> {
    await this.#db.run('SELECT 1')
    await this.#health.check()
  }

  /** Only the operator of the database can: VACUUM FULL locks tables, and the log belongs to the whole server. */
  async clearErased(): Promise<void> {}

  backup(toFile: string): Promise<void> {
    return dumpPostgres(this.#url, (rows) => writeBackup(toFile, rows))
  }

  close(): Promise<void> {
    return this.#db.close()
  }
}
