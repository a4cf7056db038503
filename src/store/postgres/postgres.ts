import { writeBackup } from '../backup/format.ts'
import { ChallengeQueries } from '../queries/challenge_queries.ts'
import { ReferenceQueries } from '../queries/reference_queries.ts'
import { StepUpQueries } from '../queries/step_up_queries.ts'
import { UsedResultQueries } from '../queries/used_result_queries.ts'
import type { Store } from '../store.ts'
import { WriteHealth } from '../write_health.ts'
import { PostgresAccounts } from './accounts.ts'
import { PostgresAudit } from './audit.ts'
import { Database } from './database.ts'
import { dumpPostgres } from './dump.ts'
import { PostgresFacts } from './facts.ts'
import { PostgresKeys } from './keys.ts'
import { PostgresLaterAnalyses } from './later_analyses.ts'
import { migrate } from './migrate.ts'
import { PostgresRates } from './rates.ts'
import { PostgresSessions } from './sessions.ts'
import { statementRunner } from './statement_runner.ts'
import { PostgresSurveys } from './surveys.ts'
import { PostgresUploads } from './uploads.ts'
import { PostgresWebhooks } from './webhooks.ts'

export interface PostgresOptions {
  readonly url: string
  /** At most this many connections of this process. */
  readonly connections?: number
}

/** Any number of processes may open one database. They keep no state of their own. */
export async function openPostgres({ url, connections }: PostgresOptions): Promise<Store> {
  const { isCluster } = await migrate(url)
  return new PostgresStore(url, new Database(url, connections, isCluster))
}

class PostgresStore implements Store {
  readonly sessions: PostgresSessions
  readonly keys: PostgresKeys
  readonly surveys: PostgresSurveys
  readonly laterAnalyses: PostgresLaterAnalyses
  readonly accounts: PostgresAccounts
  readonly facts: PostgresFacts
  readonly audit: PostgresAudit
  readonly webhooks: PostgresWebhooks
  readonly uploads: PostgresUploads
  readonly rates: PostgresRates
  readonly challenges: ChallengeQueries
  readonly usedResults: UsedResultQueries
  readonly stepUps: StepUpQueries
  readonly references: ReferenceQueries
  readonly #url: string
  readonly #db: Database
  readonly #health: WriteHealth

  constructor(url: string, db: Database) {
    this.#url = url
    this.#db = db
    this.rates = new PostgresRates(db)
    this.#health = new WriteHealth(() => this.rates.probe())
    this.sessions = new PostgresSessions(db, this.#health)
    this.keys = new PostgresKeys(db)
    this.surveys = new PostgresSurveys(db)
    this.laterAnalyses = new PostgresLaterAnalyses(db)
    this.accounts = new PostgresAccounts(db)
    this.facts = new PostgresFacts(db)
    this.audit = new PostgresAudit(db)
    this.webhooks = new PostgresWebhooks(db)
    this.uploads = new PostgresUploads(db)
    this.challenges = new ChallengeQueries(statementRunner(db))
    this.usedResults = new UsedResultQueries(statementRunner(db))
    this.stepUps = new StepUpQueries(statementRunner(db))
    this.references = new ReferenceQueries(statementRunner(db))
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
